import { type RawBuilder, sql } from 'kysely'
import type { Customer, CustomerSort, CustomersQuery } from '#contract/admin.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import { all, containsWords } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import { cutPage, fromMicros, readCursor, toMicros, writeCursor } from '../platform/http/cursor.ts'

interface CustomerRow {
  id: number
  username: string
  email: string
  phone: string | null
  country: string | null
  city: string | null
  picture_key: string | null
  orders: number
  spend_cents: number
  created_at: Date
  disabled_at: Date | null
}

const COLUMNS = sql`
  u.id, username, email, phone, country, city, picture_key, u.created_at, disabled_at,
  coalesce(bought.orders, 0) as orders, coalesce(bought.spend_cents, 0) as spend_cents`

/** What each customer bought, one row each, maintained by triggers (migration 0010). */
const SOURCE = sql`app_user u left join customer_sales bought on bought.user_id = u.id`

/** In the order of the table's indexes, which contain only customers with a row. */
const SORTED_SOURCE = sql`app_user u join customer_sales bought on bought.user_id = u.id`

interface Order {
  source: RawBuilder<unknown>
  by: RawBuilder<unknown>
  id: RawBuilder<unknown>
  key: RawBuilder<unknown>
  from(key: number): RawBuilder<unknown>
}

/** All descending; ties by id. */
const SORTS: Record<CustomerSort, Order> = {
  newest: {
    source: SOURCE,
    by: sql`u.created_at`,
    id: sql`u.id`,
    key: toMicros(sql`u.created_at`),
    from: fromMicros,
  },
  // Ties by the id of the sorted table, so that one index covers both columns.
  spend: {
    source: SORTED_SOURCE,
    by: sql`bought.spend_cents`,
    id: sql`bought.user_id`,
    key: sql`bought.spend_cents`,
    from: (key) => sql`${key}::bigint`,
  },
  orders: {
    source: SORTED_SOURCE,
    by: sql`bought.orders`,
    id: sql`bought.user_id`,
    key: sql`bought.orders::bigint`,
    from: (key) => sql`${key}::bigint`,
  },
}

/** An account without a row sorts after every account with one, so it is still listed. */
const WITHOUT_SUMS: Order = {
  source: SOURCE,
  by: sql`(-1)::bigint`,
  id: sql`u.id`,
  key: sql`(-1)::bigint`,
  from: (key) => sql`${key}::bigint`,
}

/** @throws ShopError `invalid` for a cursor that no page in this order returned. */
export async function findCustomers(
  db: Handle,
  { search, disabled, sort = 'newest', limit = PAGE_SIZE, cursor }: CustomersQuery,
): Promise<{ customers: Customer[]; nextCursor: string | null }> {
  const list = `customers ${sort}`
  const after = readCursor(cursor, list, ['number', 'number'])
  const filters = [
    sql`account_type = 'customer'`,
    // Closed accounts no longer identify anybody.
    sql`deleted_at is null`,
    ...containsWords(sql`search_text`, search),
    ...(disabled === undefined
      ? []
      : [disabled ? sql`disabled_at is not null` : sql`disabled_at is null`]),
  ]
  const find = async (
    { source, by, id, key, from }: Order,
    filters: RawBuilder<unknown>[],
    count: number,
  ) => {
    const { rows } = await sql<CustomerRow & { key: number }>`
      select ${COLUMNS}, ${key} as key from ${source}
      where ${all([
        ...filters,
        ...(after ? [sql`(${by}, ${id}) < (${from(after[0])}, ${after[1]}::bigint)`] : []),
      ])}
      order by ${by} desc, ${id} desc limit ${count}`.execute(db)
    return rows
  }
  const rows = await find(SORTS[sort], filters, limit + 1)
  // Queried only after the last of the others, since finding them reads every account.
  if (sort !== 'newest' && rows.length <= limit) {
    const hasNone = sql`bought.user_id is null`
    rows.push(...(await find(WITHOUT_SUMS, [...filters, hasNone], limit + 1 - rows.length)))
  }
  const { page, nextCursor } = cutPage(rows, limit, (row) => writeCursor(list, [row.key, row.id]))
  return { customers: page.map(toCustomer), nextCursor }
}

/** @returns null for staff too. */
export async function findCustomer(db: Handle, id: number): Promise<Customer | null> {
  const { rows } = await sql<CustomerRow>`
    select ${COLUMNS} from ${SOURCE}
    where u.id = ${id} and account_type = 'customer'`.execute(db)
  return rows[0] ? toCustomer(rows[0]) : null
}

/** @returns whether that changed anything. */
export async function setDisabled(tx: Handle, id: number, disabled: boolean): Promise<boolean> {
  const { rows } = await sql`
    update app_user set disabled_at = ${disabled ? sql`now()` : null}, updated_at = now()
    where id = ${id} and account_type = 'customer' and deleted_at is null
      and (disabled_at is null) = ${disabled}
    returning id`.execute(tx)
  return rows.length === 1
}

/** Sessions that were neither ended nor expired. */
export async function countSessions(db: Handle, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from session
    where user_id = ${userId} and revoked_at is null and expires_at > now()`.execute(db)
  return rows[0]?.count ?? 0
}

function toCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    phone: row.phone,
    country: row.country,
    city: row.city,
    profileImage: row.picture_key && wirePictureUrl(row.picture_key),
    orders: row.orders,
    spend: fromCents(row.spend_cents),
    created_at: row.created_at.toISOString(),
    disabled_at: row.disabled_at?.toISOString() ?? null,
  }
}
