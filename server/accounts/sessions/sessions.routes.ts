import * as contract from '#contract/sessions.ts'
import { type Database, inTransaction } from '../../platform/db/database.ts'
import type { Api } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/shop-error.ts'
import type { Sessions } from './sessions.ts'

export function sessionsRoutes(api: Api, db: Database, sessions: Sessions): void {
  api.route(contract.listSessions, async ({ caller }) => ({
    sessions: await sessions.list(caller),
  }))

  api.route(contract.endSession, async ({ caller, params }) => {
    if (!(await sessions.end(caller, params.id))) throw notFound()
    return { message: 'Device signed out.' }
  })

  api.route(contract.endOtherSessions, async ({ caller }) => {
    const ended = await inTransaction(db, (tx) => sessions.endOtherDevices(tx, caller))
    return { message: 'All other devices signed out.', ended }
  })
}
