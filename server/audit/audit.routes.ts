import { type AuditEntry, listAudit } from '#contract/admin.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { findEntries } from './audit.store.ts'
import { findNames } from './audit-names.store.ts'

export function auditRoutes(api: Api, db: Database): void {
  api.route(listAudit, async ({ query }) => {
    const page = await findEntries(db.run, query)
    const names = await findNames(db.run, page.entries)
    return { ...page, entries: page.entries.map(withHostOnly), names }
  })
}

/**
 * Reduces a webhook's URL to its host: the rest may be a secret, and more people can read the audit log than the list
 * of webhooks.
 */
function withHostOnly(entry: AuditEntry): AuditEntry {
  if (entry.entity !== 'webhook') return entry
  return { ...entry, before: hostOnly(entry.before), after: hostOnly(entry.after) }
}

function hostOnly(fields: unknown): unknown {
  const { url, ...rest } = (fields ?? {}) as { url?: string }
  return url ? { url: new URL(url).host, ...rest } : fields
}
