import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { contractEndpoints } from '#tests/kit/endpoints.ts'
import type { Shop } from '#tests/kit/shop.ts'

/** `METHOD /path/{id}`, as in the contract. */
export type RouteCall = string

/**
 * All routes that the application declares, whether or not they are in the contract: collected with Fastify's `onRoute`
 * hook while a second application is built and closed.
 */
export async function declaredRoutes(shop: Shop): Promise<RouteCall[]> {
  const calls = new Set<RouteCall>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) calls.add(`${one} ${url.replace(/:(\w+)/g, '{$1}')}`)
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    await (await shop.anotherApp()).close()
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
  return [...calls].sort()
}

/**
 * Whether a route is outside the contract: files, the API description, and routes that the framework adds. None of them
 * identifies its caller, so none may return personal data.
 */
export function isPublicFile(call: RouteCall): boolean {
  const [method = '', path = ''] = call.split(' ')
  return (
    (method === 'OPTIONS' && path === '*') ||
    (['GET', 'HEAD'].includes(method) &&
      (/^\/api\/docs(\/|$)/.test(path) ||
        path === '/api/openapi.json' ||
        path.startsWith('/media/') ||
        path.startsWith('/assets/') ||
        /^\/[\w.-]+\.(js|html|svg|png|ico)$/.test(path)))
  )
}

/** The contract's endpoints, keyed by route, including a HEAD route for each GET. */
export async function contractCalls(): Promise<Map<RouteCall, Endpoint>> {
  const endpoints = await contractEndpoints()
  return new Map(
    endpoints.flatMap((endpoint): Array<[RouteCall, Endpoint]> => {
      const head = endpoint.call.replace(/^GET /, 'HEAD ')
      return [
        [endpoint.call, endpoint],
        [head, endpoint],
      ]
    }),
  )
}

/** Endpoints open to everybody, repeated here to catch mistakes in the contract. */
const FOR_ANYBODY: ReadonlySet<RouteCall> = new Set([
  'GET /api/auth/google',
  'GET /api/auth/google/return',
  'GET /api/config',
  'GET /api/demo/mails',
  'GET /api/demo/mails/{id}',
  'GET /api/email-previews/{kind}',
  'GET /api/legal/{page}',
  'GET /api/mcp',
  'GET /api/products',
  'GET /api/products/compare',
  'GET /api/products/fits',
  'GET /api/products/suggest',
  'GET /api/products/{id}',
  'GET /api/products/{id}/fits',
  'GET /api/shop-window',
  'GET /api/theme/{accent}',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'GET /feed/{file}',
  'GET /llms.txt',
  'GET /manifest.webmanifest',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemap/{part}',
  'POST /api/auth/email/confirm',
  'POST /api/auth/email/undo',
  'POST /api/auth/google/link',
  'POST /api/auth/google/token',
  'POST /api/auth/login',
  'POST /api/auth/login/passkey-options',
  'POST /api/auth/login/second-factor',
  'POST /api/auth/password/email',
  'POST /api/auth/password/reset',
  'POST /api/auth/register',
  'POST /api/guests',
  'POST /api/guests/link',
  'POST /api/mcp',
  'POST /api/payments/stripe/webhook',
])

/** The access that an endpoint should require, judging only by its method and path. */
export function expectedAccess(call: RouteCall): Access {
  const [method = '', path = ''] = call.split(' ')
  if (path.startsWith('/api/admin/')) return 'admin'
  const twin = method === 'HEAD' ? `GET ${path}` : call
  if (twin === 'GET /api/') return 'optional'
  return FOR_ANYBODY.has(twin) ? 'public' : 'customer'
}
