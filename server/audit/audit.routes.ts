import { listAudit } from '#contract/admin.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { findEntries } from './audit.store.ts'
import { findNames } from './audit-names.store.ts'

export function auditRoutes(api: Api, db: Database): void {
  api.route(listAudit, async ({ query }) => {
    const page = await findEntries(db.run, query)
    return { ...page, names: await findNames(db.run, page.entries) }
  })
}
