import { sql } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import { afterIn, type ExportedRows, nameCell, timeCell, wordCell } from './exported-table.ts'

interface Row {
  id: number
  at: Date
  product_id: number
  sku: string | null
  name: string
  name_ar: string
  reason: Tables['stock_ledger']['reason']
  d_on_hand: number
  d_reserved: number
  order_id: number | null
  actor: string | null
  note: string | null
}

/** Every change of units on hand and reserved. */
export const STOCK: ExportedRows<Row> = {
  columns: [
    { head: 'export.movement', cell: ({ id }) => id },
    { head: 'export.at', cell: ({ at }) => timeCell(at) },
    { head: 'export.productId', cell: ({ product_id }) => product_id },
    { head: 'export.sku', cell: ({ sku }) => sku },
    { head: 'export.product', cell: (row, locale) => nameCell(locale, row) },
    {
      head: 'export.reason',
      cell: ({ reason }, locale) => wordCell(locale, `export.reason.${reason}`),
    },
    { head: 'export.onHand', cell: ({ d_on_hand }) => d_on_hand },
    { head: 'export.reserved', cell: ({ d_reserved }) => d_reserved },
    { head: 'export.order', cell: ({ order_id }) => order_id },
    { head: 'export.actor', cell: ({ actor }) => actor },
    { head: 'export.note', cell: ({ note }) => note },
  ],

  async readNext(db, period, afterId, limit) {
    const next = afterIn(period, { id: sql`l.id`, at: sql`l.at`, afterId })
    const { rows } = await sql<Row>`
      select l.id, l.at, l.product_id, p.sku, p.name, p.name_ar, l.reason, l.d_on_hand, l.d_reserved,
        l.order_id, u.username as actor, l.note
      from stock_ledger l join product p on p.id = l.product_id
      left join app_user u on u.id = l.actor_id
      where ${next} order by l.id limit ${limit}`.execute(db)
    return rows
  },
}
