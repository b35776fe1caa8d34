import { sql } from 'kysely'
import { nameIn } from '../platform/words/name-in.ts'
import { translate } from '../platform/words/translate.ts'
import type { ExportedRows } from './exported-table.ts'

interface Row {
  id: number
  at: Date
  product_id: number
  reason: 'initial' | 'restock' | 'reserve' | 'release' | 'sale' | 'return' | 'write_off'
  d_on_hand: number
  d_reserved: number
  order_id: number | null
  note: string | null
  sku: string | null
  name: string
  name_ar: string
  actor: string | null
}

export const STOCK: ExportedRows<Row> = {
  columns: [
    { head: 'export.movement', cell: ({ id }) => id },
    { head: 'export.at', at: ({ at }) => at },
    { head: 'export.productId', cell: ({ product_id }) => product_id },
    { head: 'export.sku', cell: ({ sku }) => sku },
    { head: 'export.product', cell: (row, locale) => nameIn(locale, row) },
    {
      head: 'export.reason',
      cell: ({ reason }, locale) => translate(locale, `export.reason.${reason}`),
    },
    { head: 'export.onHand', cell: ({ d_on_hand }) => d_on_hand },
    { head: 'export.reserved', cell: ({ d_reserved }) => d_reserved },
    { head: 'export.order', cell: ({ order_id }) => order_id },
    { head: 'export.actor', cell: ({ actor }) => actor },
    { head: 'export.note', cell: ({ note }) => note },
  ],

  id: sql`l.id`,
  at: sql`l.at`,
  read: (next, limit) => sql<Row>`
    select l.*, p.sku, p.name, p.name_ar, u.username as actor
    from stock_ledger l join product p on p.id = l.product_id
    left join app_user u on u.id = l.actor_id
    where ${next} order by l.id limit ${limit}`,
}
