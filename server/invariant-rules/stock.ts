import { sql } from 'kysely'
import type { Rule } from './rule.ts'

export const STOCK_RULES: readonly Rule[] = [
  {
    rule: 'E1',
    statement:
      'units on hand, reserved, sold and written off are never negative, and no more units are reserved than are on hand',
    breaches: sql`
      select id, on_hand, reserved, sold, written_off from product
      where reserved < 0 or reserved > on_hand or on_hand < 0 or sold < 0 or written_off < 0`,
  },
  {
    rule: 'E2',
    statement:
      'units on hand are the units received less the units sold and written off, and match the ledger',
    breaches: sql`
      select p.id, p.on_hand, p.sold, p.written_off, ledger.*
      from product p cross join lateral (
        select coalesce(sum(d_on_hand), 0) as ledger_on_hand,
          coalesce(sum(d_on_hand) filter (where reason in ('initial', 'restock')), 0) as came
        from stock_ledger where product_id = p.id
      ) ledger
      where p.on_hand <> ledger_on_hand or p.on_hand <> came - p.sold - p.written_off`,
  },
  {
    rule: 'E3',
    statement: 'reserved units are the units of unpaid orders, and match the ledger',
    breaches: sql`
      select p.id, p.reserved, held.ordered, ledger.ledger_reserved
      from product p
      cross join lateral (
        select coalesce(sum(quantity), 0) as ordered from orders
        where product_id = p.id and state in ('pending', 'confirm')
      ) held
      cross join lateral (
        select coalesce(sum(d_reserved), 0) as ledger_reserved
        from stock_ledger where product_id = p.id
      ) ledger
      where p.reserved <> ordered or p.reserved <> ledger_reserved`,
  },
  {
    rule: 'E4',
    statement:
      'sold units are the units of completed orders less refunded units, plus the units sold before the product came to this shop',
    breaches: sql`
      select p.id, p.sold, done.ordered, opening.sold as sold_before
      from product p cross join lateral (
        select coalesce(sum(quantity - refunded_units), 0) as ordered from orders
        where product_id = p.id and state = 'complete'
      ) done
      left join opening_figures opening on opening.product_id = p.id
      where p.sold <> ordered + coalesce(opening.sold, 0)`,
  },
]
