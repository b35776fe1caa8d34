import { sql } from 'kysely'
import type { Customer, CustomersQuery } from '#contract/admin.ts'
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

/** Joined to a page of customers only, each by the index of its orders. */
const BOUGHT = sql`
  left join lateral (
    select count(*) as orders,
      (sum(total_cents) filter (where state = 'complete'))::bigint as spend_cents
    from orders where user_id = u.id
  ) bought on true`

export async function findCustomers(
  db: Handle,
  { search, disabled, limit = PAGE_SIZE, cursor }: CustomersQuery,
): Promise<{ customers: Customer[]; nextCursor: string | null }> {
  const after = readCursor(cursor, 'customers', ['number', 'number'])
  const { rows } = await sql<CustomerRow & { key: number }>`
    select ${COLUMNS}, ${toMicros(sql`u.created_at`)} as key
    from (
      select * from app_user
      where ${all([
        sql`account_type = 'customer'`,
        // Closed accounts say nothing about anybody any more.
        sql`deleted_at is null`,
        ...containsWords(sql`search_text`, search),
        ...(disabled === undefined
          ? []
          : [disabled ? sql`disabled_at is not null` : sql`disabled_at is null`]),
        ...(after ? [sql`(created_at, id) < (${fromMicros(after[0])}, ${after[1]}::bigint)`] : []),
      ])}
      order by created_at desc, id desc limit ${limit + 1}
    ) u ${BOUGHT}
    order by u.created_at desc, u.id desc`.execute(db)
  const { page, nextCursor } = cutPage(rows, limit, ({ key, id }) =>
    writeCursor('customers', [key, id]),
  )
  return { customers: page.map(toCustomer), nextCursor }
}

/** Null for staff too. */
export async function findCustomer(db: Handle, id: number): Promise<Customer | null> {
  const { rows } = await sql<CustomerRow>`
    select ${COLUMNS} from app_user u ${BOUGHT}
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

/** Sessions that were not ended and did not end by themselves. */
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
