import { beginAsGuest, openGuestLink } from '#contract/guests.ts'
import type { Api } from '../platform/http/api.ts'
import { localeOf } from '../platform/http/request-language.ts'
import type { Guests } from './guests.ts'
import { deviceIn } from './sessions/device.ts'

export function guestsRoutes(api: Api, guests: Guests): void {
  api.route(beginAsGuest, ({ body, request }) =>
    guests.begin(body, localeOf(request.headers['accept-language']), deviceIn(request)),
  )

  api.route(openGuestLink, ({ body, request }) => guests.open(body.token, deviceIn(request)))
}
