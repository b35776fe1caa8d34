import { dashboard, listAudit } from '#contract/admin.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { findEntries } from '../audit/audit.store.ts'
import type { ReadDashboard } from './dashboard.ts'

const DAYS_BY_DEFAULT = '7'

export function adminRoutes(api: Api, db: Database, readDashboard: ReadDashboard): void {
  api.route(dashboard, ({ query }) => readDashboard(Number(query.days ?? DAYS_BY_DEFAULT)))

  api.route(listAudit, ({ query }) => findEntries(db.read, query))
}
