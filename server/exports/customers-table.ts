import { sql } from 'kysely'
import { fromCents } from '#contract/money.ts'
import { translate } from '../platform/words/translate.ts'
import type { ExportedRows } from './exported-table.ts'

interface Row {
  id: number
  username: string
  email: string
  guest: boolean
  phone: string | null
  country: string | null
  city: string | null
  created_at: Date
  disabled_at: Date | null
  orders: number
  spend_cents: number
}

/** All customers except closed accounts, which no longer identify anybody. */
export const CUSTOMERS: ExportedRows<Row> = {
  columns: [
    { head: 'export.customerId', cell: ({ id }) => id },
    { head: 'export.customer', cell: ({ username }) => username },
    { head: 'export.email', cell: ({ email }) => email },
    {
      head: 'export.customerType',
      cell: ({ guest }, locale) => translate(locale, `export.type.${guest ? 'guest' : 'account'}`),
    },
    { head: 'export.phone', cell: ({ phone }) => phone },
    // The country and the city are free text, as the customer wrote them.
    { head: 'export.country', cell: ({ country }) => country },
    { head: 'export.city', cell: ({ city }) => city },
    { head: 'export.registered', at: ({ created_at }) => created_at },
    { head: 'export.orders', cell: ({ orders }) => orders },
    { head: 'export.spend', cell: ({ spend_cents }) => fromCents(spend_cents) },
    { head: 'export.disabledAt', at: ({ disabled_at }) => disabled_at },
  ],

  id: sql`u.id`,
  at: null,
  read: (next, limit) => sql<Row>`
    select u.id, u.username, u.email, u.guest, u.phone, u.country, u.city, u.created_at,
      coalesce(bought.orders, 0) as orders, coalesce(bought.spend_cents, 0) as spend_cents,
      u.disabled_at
    from app_user u left join customer_sales bought on bought.user_id = u.id
    where u.account_type = 'customer' and u.deleted_at is null and ${next}
    order by u.id limit ${limit}`,
}
