import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/google.ts'
import type { Api } from '../../platform/http/api.ts'
import { localeOf } from '../../platform/http/request-language.ts'
import { deviceIn } from '../sessions/device.ts'
import { FLOW_SECONDS, type Google, type Outcome } from './google.ts'

/** The page that continues the sign-in; its input is in the URL's fragment, which no server receives. */
const PAGE = '/sign-in'

/**
 * Redirects set their status explicitly; otherwise they would keep the API's default of 200.
 * @param isSecure whether customers reach the shop over https.
 */
export function googleRoutes(api: Api, google: Google, isSecure: boolean): void {
  const cookie = flowCookie(isSecure)

  api.route(contract.startGoogle, async ({ address, reply }) => {
    const begun = await google.begin(address)
    reply.header('cache-control', 'no-store')
    if ('error' in begun) return reply.redirect(pageAfter(begun), 302)
    return reply.header('set-cookie', cookie.set(begun.cookie)).redirect(begun.address.href, 302)
  })

  api.route(contract.returnFromGoogle, async ({ address, request, reply }) => {
    const locale = localeOf(request.headers['accept-language'])
    const search = request.url.slice(request.url.indexOf('?') + 1 || request.url.length)
    const outcome = await google.finish(search, cookie.of(request), { locale, address })
    return reply.header('cache-control', 'no-store').redirect(pageAfter(outcome), 302)
  })

  api.route(contract.exchangeGoogleCode, async ({ body, request, reply }) => {
    const answer = await google.exchange(body.code, cookie.of(request), deviceIn(request))
    if ('access_token' in answer) reply.header('set-cookie', cookie.clear)
    return answer
  })

  api.route(contract.linkGoogle, async ({ body, request, reply }) => {
    const answer = await google.link(body, cookie.of(request), deviceIn(request))
    reply.header('set-cookie', cookie.clear)
    return answer
  })
}

/** The path to redirect to: always one of the shop's own, with nothing from the request. */
function pageAfter(outcome: Outcome): string {
  return 'code' in outcome
    ? `${PAGE}#google=${outcome.code}`
    : `${PAGE}#google-error=${outcome.error}`
}

/** The cookie that binds a sign-in to the browser that started it, but authenticates nothing by itself. */
function flowCookie(isSecure: boolean) {
  // The prefix keeps other hosts in the domain from setting the cookie.
  const name = isSecure ? '__Host-barq_google' : 'barq_google'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    set: (value: string) => `${name}=${value}; Max-Age=${FLOW_SECONDS}; ${attributes}`,
    clear: `${name}=; Max-Age=0; ${attributes}`,
    of(request: FastifyRequest): string | null {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
      const found = pairs.find((pair) => pair.startsWith(`${name}=`))
      return found?.slice(name.length + 1) || null
    },
  }
}
