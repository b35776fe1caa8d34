import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/realtime.ts'
import { createApi, type Guards } from '../http/api.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Authorizer } from './authorize.ts'

/** These endpoints have their own scope, because only they accept forms. All others respond to forms with a 415. */
export function realtimeRoutes(app: FastifyInstance, guards: Guards, authorizer: Authorizer): void {
  app.register(async (scope) => {
    acceptForms(scope)
    const api = createApi(scope, guards)

    api.route(contract.authorizeChannel, ({ caller, body }) =>
      authorizer.authorizeChannel(caller, body.socket_id, body.channel_name),
    )

    for (const endpoint of [contract.authenticateUser, contract.authenticateUserAlias]) {
      api.route(endpoint, ({ caller, body }) => authorizer.authenticateUser(caller, body.socket_id))
    }
  })
}

/** Accepts forms, which pusher-js and laravel-echo send. A repeated field is ambiguous and rejected. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      const fields = [...new URLSearchParams(text as string)]
      const isTwice = new Set(fields.map(([name]) => name)).size < fields.length
      if (isTwice) done(new ShopError('malformed', 'error.formFieldTwice'))
      else done(null, Object.fromEntries(fields))
    },
  )
}
