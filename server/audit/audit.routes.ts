import { listAudit } from '#contract/admin.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { findEntries } from './audit.store.ts'

export function auditRoutes(api: Api, db: Database): void {
  api.route(listAudit, ({ query }) => findEntries(db.run, query))
}
