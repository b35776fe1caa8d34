/** Headers that every answer carries, by what it is. */
import type { Config } from '#server/config.ts'

type Headers = Readonly<Record<string, string>>

export interface SecurityHeaders {
  /** For the page's own HTML. */
  document: Headers
  /** For everything else: data, pictures, scripts. */
  resource: Headers
}

export function securityHeaders(config: Config): SecurityHeaders {
  const common: Headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
  return {
    resource: {
      ...common,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      // Other sites' pages may not embed it; those that CORS admits may fetch it.
      'cross-origin-resource-policy': 'same-origin',
    },
    document: {
      ...common,
      'content-security-policy': documentPolicy(config),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    },
  }
}

function documentPolicy({ publicUrl, realtimeClient }: Config): string {
  const host = realtimeClient.host ?? new URL(publicUrl).hostname
  // Who tries the shop out on this machine may write its name in either way.
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
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
