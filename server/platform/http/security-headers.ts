type Headers = Readonly<Record<string, string>>

export interface SecurityHeaders {
  /** For the page's own HTML. */
  document: Headers
  /** For everything else: data, pictures, scripts. */
  resource: Headers
  /** For the service worker, which sends the page's requests. */
  worker: Headers
}

export interface PageAddresses {
  publicUrl: string
  /** Where the page opens its sockets. If `host` is null, the page's own host is used. */
  realtimeClient: { host: string | null; port: number }
}

export function securityHeaders(addresses: PageAddresses): SecurityHeaders {
  const common: Headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    ...(addresses.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
  const resource: Headers = {
    ...common,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // Other sites' pages may not embed the response, but origins allowed by CORS may fetch it.
    'cross-origin-resource-policy': 'same-origin',
  }
  return {
    resource,
    worker: {
      ...resource,
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    },
    document: {
      ...common,
      'content-security-policy': documentPolicy(addresses),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    },
  }
}

function documentPolicy({ publicUrl, realtimeClient }: PageAddresses): string {
  const host = realtimeClient.host ?? new URL(publicUrl).hostname
  // On a developer's machine, the shop can be opened as either localhost or 127.0.0.1.
  const hosts = host === 'localhost' ? [host, '127.0.0.1'] : [host]
  const sockets = hosts.flatMap((name) => [
    `ws://${name}:${realtimeClient.port}`,
    `wss://${name}:${realtimeClient.port}`,
  ])
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${sockets.join(' ')}`,
    // Allows email previews. Nothing else in the shop may be framed.
    "frame-src 'self'",
    // All forms are submitted by scripts: a native submission would put passwords in the URL.
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    // The page's only Trusted Types policy, for the service worker's URL (web/app/kept-pages.ts).
    'trusted-types barq-service-worker',
  ].join('; ')
}
