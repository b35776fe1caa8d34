import { sql } from 'kysely'
import { afterIn, type ExportedRows, moneyCell, timeCell } from './exported-table.ts'

interface Row {
  id: number
  username: string
  email: string
  phone: string | null
  country: string | null
  city: string | null
  created_at: Date
  orders: number
  spend_cents: number
  disabled_at: Date | null
}

/** All customers; closed accounts no longer identify anybody and are left out. */
export const CUSTOMERS: ExportedRows<Row> = {
  columns: [
    { head: 'export.customerId', cell: ({ id }) => id },
    { head: 'export.customer', cell: ({ username }) => username },
    { head: 'export.email', cell: ({ email }) => email },
    { head: 'export.phone', cell: ({ phone }) => phone },
    // As the customer wrote it.
    { head: 'export.country', cell: ({ country }) => country },
    { head: 'export.city', cell: ({ city }) => city },
    { head: 'export.registered', cell: ({ created_at }) => timeCell(created_at) },
    { head: 'export.orders', cell: ({ orders }) => orders },
    { head: 'export.spend', cell: ({ spend_cents }) => moneyCell(spend_cents) },
    { head: 'export.disabledAt', cell: ({ disabled_at }) => timeCell(disabled_at) },
  ],

  async readNext(db, _period, afterId, limit) {
    const next = afterIn({}, { id: sql`u.id`, at: sql`u.created_at`, afterId })
    const { rows } = await sql<Row>`
      select u.id, u.username, u.email, u.phone, u.country, u.city, u.created_at,
        coalesce(bought.orders, 0) as orders, coalesce(bought.spend_cents, 0) as spend_cents,
        u.disabled_at
      from app_user u left join customer_sales bought on bought.user_id = u.id
      where u.account_type = 'customer' and u.deleted_at is null and ${next}
      order by u.id limit ${limit}`.execute(db)
    return rows
  },
}
