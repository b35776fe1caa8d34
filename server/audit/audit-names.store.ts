/** Looks up the names of the records that audit log entries are about or refer to. */
import { sql } from 'kysely'
import type { AuditEntry, AuditName } from '#contract/admin.ts'
import { type Audited, type Referred, referencesOf } from '#contract/audit-kinds.ts'
import type { Handle } from '../platform/db/database.ts'
import type { Fields } from './audit.store.ts'

const named = (table: string) => sql`select id, name, name_ar from ${sql.table(table)}`

const ACCOUNTS = sql`select id, username as name, username as name_ar from app_user`

/**
 * The query for ids and names, keyed by kind of record. The other kinds have numbers (orders, parcels), are named in
 * their entries (API tokens), or are shop-wide settings.
 */
const NAMES: Partial<Record<Referred, ReturnType<typeof named>>> = {
  product: named('product'),
  brand: named('brand'),
  sub_category: named('sub_category'),
  attribute: named('attribute'),
  choice: named('attribute_choice'),
  family: named('family'),
  partner: named('partner'),
  shipping_method: named('shipping_method'),
  slide: sql`select id, title as name, title_ar as name_ar from slide`,
  category: sql`select id, coalesce(nullif(title, ''), name) as name,
    coalesce(nullif(title_ar, ''), nullif(title, ''), name_ar) as name_ar from category`,
  coupon: sql`select id, code as name, code as name_ar from coupon`,
  // Only the host, because the rest of the URL may be a secret.
  webhook: sql`select id, host as name, host as name_ar
    from (select id, substring(url from '^[^:]+://([^/?#]+)') as host from webhook) as hosts`,
  customer: ACCOUNTS,
  staff: ACCOUNTS,
}

export async function findNames(db: Handle, entries: readonly AuditEntry[]): Promise<AuditName[]> {
  const wanted = Map.groupBy(entries.flatMap(referencesIn), ([kind]) => kind)
  const lists = [...wanted].flatMap(([kind, references]) => {
    const names = NAMES[kind]
    const ids = references.map(([, id]) => id)
    return names
      ? [
          sql`select ${kind}::text as kind, id, name, name_ar from (${names}) as named
            where id = any(${ids}::bigint[])`,
        ]
      : []
  })
  if (lists.length === 0) return []
  const { rows } = await sql<AuditName>`
    select kind, id, name, name_ar from (${sql.join(lists, sql` union all `)}) as named`.execute(db)
  return rows
}

function referencesIn({ entity, entity_id, before, after }: AuditEntry) {
  const own: (readonly [Audited, number])[] = entity_id === null ? [] : [[entity, entity_id]]
  const fields = [before, after].filter((one) => one !== null) as Fields[]
  return [...own, ...fields.flatMap((one) => [...referencesOf(one, entity)])]
}
