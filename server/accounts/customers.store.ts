import { type RawBuilder, sql } from 'kysely'
import type { Customer, CustomerSort, CustomersQuery } from '#contract/admin.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import { all } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import { cutPage, fromMicros, readCursor, toMicros, writeCursor } from '../platform/http/cursor.ts'
import { matchingCustomers } from './matching-customers.ts'

type CustomerRow = Omit<Customer, 'profileImage' | 'spend' | 'created_at' | 'disabled_at'> & {
  picture_key: string | null
  spend_cents: number
  created_at: Date
  disabled_at: Date | null
}

const COLUMNS = sql`
  u.id, username, email, guest, phone, country, city, picture_key, u.created_at, disabled_at,
  coalesce(bought.orders, 0) as orders, coalesce(bought.spend_cents, 0) as spend_cents`

/** Accounts with their purchase totals, which database triggers maintain (migration 0010). */
const SOURCE = sql`app_user u left join customer_sales bought on bought.user_id = u.id`

interface Order {
  source: RawBuilder<unknown>
  by: RawBuilder<unknown>
  id: RawBuilder<unknown>
  key: RawBuilder<unknown>
  from(key: number): RawBuilder<unknown>
}

/** All sort orders are descending; the id breaks ties. */
const SORTS: Record<CustomerSort, Order> = {
  newest: {
    source: SOURCE,
    by: sql`u.created_at`,
    id: sql`u.id`,
    key: toMicros(sql`u.created_at`),
    from: fromMicros,
  },
  spend: byTotal(sql`bought.spend_cents`),
  orders: byTotal(sql`bought.orders`),
}

/** Takes the id from the table that contains the total, so that one index covers both columns. */
function byTotal(total: RawBuilder<unknown>): Order {
  return {
    source: sql`app_user u join customer_sales bought on bought.user_id = u.id`,
    by: total,
    id: sql`bought.user_id`,
    key: sql`${total}::bigint`,
    from: (key) => sql`${key}::bigint`,
  }
}

/** @throws ShopError `invalid` for a cursor that does not come from a page in this sort order. */
export async function findCustomers(
  db: Handle,
  { search, disabled, sort = 'newest', limit = PAGE_SIZE, cursor }: CustomersQuery,
): Promise<{ customers: Customer[]; nextCursor: string | null }> {
  const list = `customers ${sort}`
  const after = readCursor(cursor, list, ['number', 'number'])
  const { source, by, id, key, from } = SORTS[sort]
  const { rows } = await sql<CustomerRow & { key: number }>`
    select ${COLUMNS}, ${key} as key from ${source}
    where ${all([
      sql`account_type = 'customer'`,
      // Closed accounts no longer identify anybody.
      sql`deleted_at is null`,
      ...(search?.trim() ? [sql`u.id in (${matchingCustomers(search)})`] : []),
      ...(disabled === undefined ? [] : [sql`(disabled_at is not null) = ${disabled}`]),
      ...(after ? [sql`(${by}, ${id}) < (${from(after[0])}, ${after[1]}::bigint)`] : []),
    ])}
    order by ${by} desc, ${id} desc limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = cutPage(rows, limit, (row) => writeCursor(list, [row.key, row.id]))
  return { customers: page.map(({ key: _key, ...row }) => toCustomer(row)), nextCursor }
}

/** @returns null if the account does not exist or belongs to staff. */
export async function findCustomer(db: Handle, id: number): Promise<Customer | null> {
  const { rows } = await sql<CustomerRow>`
    select ${COLUMNS} from ${SOURCE}
    where u.id = ${id} and account_type = 'customer'`.execute(db)
  return rows[0] ? toCustomer(rows[0]) : null
}

export async function setDisabled(tx: Handle, id: number, disabled: boolean): Promise<boolean> {
  const { rows } = await sql`
    update app_user set disabled_at = ${disabled ? sql`now()` : null}, updated_at = now()
    where id = ${id} and account_type = 'customer' and deleted_at is null
      and (disabled_at is null) = ${disabled}
    returning id`.execute(tx)
  return rows.length === 1
}

export async function countSessions(db: Handle, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from session
    where user_id = ${userId} and revoked_at is null and expires_at > now()`.execute(db)
  return rows[0]?.count ?? 0
}

function toCustomer({ picture_key, spend_cents, ...row }: CustomerRow): Customer {
  return {
    ...row,
    profileImage: picture_key && wirePictureUrl(picture_key),
    spend: fromCents(spend_cents),
    created_at: row.created_at.toISOString(),
    disabled_at: row.disabled_at?.toISOString() ?? null,
  }
}
