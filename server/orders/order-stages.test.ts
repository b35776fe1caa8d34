/**
 * The displayed status comes from `orderStatus`; the staff lists select orders by the same rules in SQL, worded like
 * their indexes. The tests compare the function and the SQL for every row that the database allows.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  ORDER_STAGES,
  ORDER_STATES,
  type OrderStage,
  type OrderState,
  orderProgress,
  orderStatus,
  type WayToPay,
} from '#contract/order-moves.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { LATE_AFTER_HOURS } from '#tests/kit/shop-rules.ts'
import { type Handle, inTransaction } from '../platform/db/database.ts'
import { findAdminOrder, findAdminOrders } from './admin-orders.store.ts'

interface Row {
  state: OrderState
  /** How many hours ago the order was paid; null if it never was. The next three fields work the same way. */
  paid: number | null
  sent: number | null
  delivered: number | null
  canceled: number | null
  payment: WayToPay
  /** How many hours ago the order was confirmed. */
  confirmed: number
}

const CONFIRMED = [
  { payment: 'online', confirmed: LATE_AFTER_HOURS + 2 },
  { payment: 'cash', confirmed: LATE_AFTER_HOURS - 1 },
  { payment: 'cash', confirmed: LATE_AFTER_HOURS + 2 },
] as const

const ROWS: readonly Row[] = ORDER_STATES.flatMap((state) =>
  [null, LATE_AFTER_HOURS - 1, LATE_AFTER_HOURS + 1].flatMap((paid) =>
    [null, 0].flatMap((sent) =>
      [null, 0].flatMap((delivered) =>
        [null, 0].flatMap((canceled) =>
          CONFIRMED.map((times) => ({ state, paid, sent, delivered, canceled, ...times })),
        ),
      ),
    ),
  ),
)

/** Whether the table's constraints allow the row. */
function isAllowed({ state, paid, sent, delivered, canceled, payment }: Row): boolean {
  return (
    (state !== 'complete' || paid !== null) &&
    (state === 'canceled') === (canceled !== null) &&
    (delivered === null || paid !== null) &&
    (sent === null || paid !== null || payment === 'cash')
  )
}

/** An order's stages, according to the functions that the screens use. */
function stagesOf({ state, paid, sent, delivered, payment, confirmed }: Row): OrderStage[] {
  const at = (hours: number | null) => (hours === null ? null : new Date(hours).toISOString())
  const times = { paid_at: at(paid), sent_at: at(sent), delivered_at: at(delivered) }
  const status = orderStatus({ state, payment, ...times })
  const progress = orderProgress({ state, payment, ...times })
  const isUnsent = progress === 'unsent'
  const isLate = isUnsent && (paid ?? confirmed) > LATE_AFTER_HOURS
  return [
    status,
    ...(isLate ? (['late'] as const) : []),
    ...(isUnsent ? (['unsent'] as const) : []),
    ...(progress === 'sent' ? (['sent'] as const) : []),
    ...(status === 'pending' || status === 'confirm' ? (['unpaid'] as const) : []),
    ...(status === 'shipped' || status === 'delivered' ? (['complete'] as const) : []),
    // A refunded order has the state `canceled` as well, so the list of canceled orders contains it.
    ...(status === 'refunded' ? (['canceled'] as const) : []),
  ].sort()
}

class RolledBack extends Error {}

describeShop('the stages of an order', (shop) => {
  /** Places one order per payment method. @returns their ids, keyed by payment method. */
  async function place(): Promise<Record<WayToPay, number>> {
    await shop.sql`update cash_on_delivery set is_on = true`
    const customer = await shop.customer()
    const { placed } = withBuying(shop)
    const one = async (payment: WayToPay): Promise<number> => {
      const [order] = await placed(customer, [{ Product: await shop.product() }], { payment })
      return order?.id ?? 0
    }
    return { online: await one('online'), cash: await one('cash') }
  }

  async function write(db: Handle, id: number, { state, ...hours }: Row): Promise<void> {
    const ago = (time: number | null) => sql`now() - make_interval(hours => ${time}::integer)`
    await sql`
      update orders set state = ${state}, confirmed_at = ${ago(hours.confirmed)}, paid_at = ${ago(hours.paid)},
        sent_at = ${ago(hours.sent)}, parcel_id = 1, delivered_at = ${ago(hours.delivered)},
        canceled_at = ${ago(hours.canceled)}
      where id = ${id}`.execute(db)
  }

  /** The stages whose lists contain the order when it has this row. */
  async function listedIn(id: number, row: Row): Promise<OrderStage[]> {
    const found: OrderStage[] = []
    await inTransaction(shop.db, async (tx) => {
      await write(tx, id, row)
      for (const state of ORDER_STAGES) {
        const { orders } = await findAdminOrders(tx, { state })
        if (orders.some((order) => order.id === id)) found.push(state)
      }
      expect((await findAdminOrder(tx, id))?.isLate).toBe(found.includes('late'))
      throw new RolledBack()
    }).catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
    return found.sort()
  }

  it('are the same in SQL and in the function', async () => {
    const ids = await place()

    const rows = ROWS.filter(isAllowed)
    for (const row of rows) {
      expect([row, await listedIn(ids[row.payment], row)]).toEqual([row, stagesOf(row)])
    }

    expect(new Set(rows.flatMap(stagesOf))).toEqual(
      // Whether a refund is still due depends on the provider, not on the row.
      new Set(ORDER_STAGES.filter((stage) => stage !== 'refunding')),
    )
  })

  it('cover every row: the database refuses the others', async () => {
    const ids = await place()

    for (const row of ROWS.filter((one) => !isAllowed(one))) {
      await expect(
        write(shop.db.run, ids[row.payment], row),
        JSON.stringify(row),
      ).rejects.toMatchObject({
        code: '23514',
      })
    }
  })
})
