/** Order rules, tested one at a time and at their exact limits, so that any change to a rule fails a test. */
import { describe, expect, it } from 'vitest'
import { MOVES, type Move, type Mover } from '#contract/order-moves.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { LOW_STOCK } from '#tests/kit/shop-rules.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import { createManageOrders } from './manage-orders.ts'
import { moveOrder } from './move-order.ts'
import { createOrders } from './orders.ts'
import { type UnpaidLimits, unpaidLimits } from './unpaid-limits.ts'

describeShop('orders', (shop) => {
  const kit = (db: Database = shop.db) => {
    const changes = createCatalogChanges()
    const heard: number[][] = []
    changes.on((change) => void heard.push('ids' in change ? [...change.ids] : []))
    return {
      heard,
      orders: createOrders(db, changes),
      staff: createManageOrders(db, changes, () => {}),
    }
  }
  const caller = async (sessionId = 1) => ({ id: (await shop.customer()).id, sessionId })
  const placed = async (fields: { stock?: number; quantity?: number } = {}) => {
    const by = await caller()
    const Product = await shop.product({ stock: fields.stock ?? 10 })
    const lines = [{ Product, quantity: fields.quantity ?? 1 }]
    const [order] = await kit().orders.place(by, lines, crypto.randomUUID())
    return { by, Product, id: order?.id ?? 0 }
  }
  const move = (orderId: number, what: Move, by: Mover) =>
    inTransaction(shop.db, (tx) => moveOrder(tx, { orderId, move: what, by, actorId: null }))
  const paid = async () => {
    const order = await placed()
    await move(order.id, 'confirm', 'server')
    await shop.sql`
      insert into payment (id, order_id, provider, amount_cents, state)
      select gen_random_uuid(), id, 'sandbox', total_cents, 'captured' from orders
      where id = ${order.id}`
    await move(order.id, 'pay', 'server')
    return order
  }
  const historyOf = async (orderId: number) => {
    const rows = await shop.sql<{ move: string }>`
      select move from order_history where order_id = ${orderId} order by id`
    return rows.map((row) => row.move)
  }
  const refund = async (orderId: number) => {
    await shop.sql`update payment set state = 'refunded' where order_id = ${orderId}`
    return move(orderId, 'refund', 'admin')
  }

  shop.keepInvariants()

  describe('placing', () => {
    it('answers 404 for a product that was removed', async () => {
      const by = await caller()
      const Product = await shop.product({ stock: 5 })
      await shop.sql`update product set deleted_at = now() where id = ${Product}`

      await expect(kit().orders.place(by, [{ Product }], null)).rejects.toMatchObject({
        code: 'not_found',
      })

      expect(await shop.available(Product)).toBe(5)
    })

    it('reports low stock when it reaches the threshold, not when it was already there', async () => {
      const [reaches, was] = await Promise.all([
        placed({ stock: LOW_STOCK + 1 }),
        placed({ stock: LOW_STOCK }),
      ])

      const rows = await shop.sql<{ id: number }>`
        select (payload ->> 'productId')::bigint as id from outbox
        where topic = 'stock-low' and (payload ->> 'productId')::bigint in (${reaches.Product}, ${was.Product})`
      expect(rows).toEqual([{ id: reaches.Product }])
    })

    it('is one order for two taps at once, in one session with the same lines, and two later', async () => {
      const by = await caller()
      const elsewhere = { ...by, sessionId: 2 }
      const Product = await shop.product()
      const { orders } = kit()

      const [first, second, other, more] = await Promise.all([
        orders.place(by, [{ Product }], null),
        orders.place(by, [{ Product }], null),
        orders.place(elsewhere, [{ Product }], null),
        orders.place(by, [{ Product, quantity: 2 }], null),
      ])

      expect(second).toEqual(first)
      expect(new Set([first, other, more].map((placed) => placed?.[0]?.id)).size).toBe(3)
      await orders.place(by, [{ Product }], null)
      expect((await orders.list(by)).data).toHaveLength(4)
    })

    it('names the limit on unpaid orders that was reached', async () => {
      const by = await caller()
      const Product = await shop.product({ stock: 9 })
      const none = unpaidLimits({ orders: 50, units: 50 }, false)
      const place = (change: Partial<UnpaidLimits>, quantity = 1) =>
        createOrders(shop.db, createCatalogChanges(), { ...none, ...change }).place(
          ...([by, [{ Product, quantity }], null, '192.0.2.7'] as const),
        )
      const rejected = (change: Partial<UnpaidLimits>, quantity = 1) =>
        expect(place(change, quantity)).rejects
      await place({})

      await rejected({ account: { orders: 1, units: 50 } }).toThrow('error.unpaidOrders')
      await rejected({ account: { orders: 50, units: 1 } }).toThrow('error.unpaidUnits')
      await rejected({ unconfirmed: { orders: 50, units: 1 } }).toThrow('error.unpaidUnconfirmed')
      await rejected({ network: { orders: 1, units: 50 } }).toThrow('error.unpaidNetwork')
      await rejected({ network: { orders: 50, units: 1 } }).toThrow('error.unpaidNetwork')
      await rejected({}, 3).toThrow('error.unpaidShare')
      await rejected({ perHour: 1 }).toMatchObject({ code: 'too_many', status: 429 })
      await shop.sql`
        update order_batch set created_at = created_at - interval '1 hour' where user_id = ${by.id}`
      expect(await place({ perHour: 1 })).toHaveLength(1)
    })
  })

  describe('the catalog is notified of', () => {
    it('ordered products, again when the order is repeated, and of none that were refused', async () => {
      const by = await caller()
      const [one, two] = [await shop.product({ stock: 1 }), await shop.product()]
      const { heard, orders } = kit()
      const lines = [{ Product: one }, { Product: two }]

      await orders.place(by, lines, 'key')
      await orders.place(by, lines, 'key')
      await orders.place(by, lines, 'another').catch(() => {})

      // The first attempt may have been stored by a process that died before notifying the catalog.
      expect(heard).toEqual([
        [one, two],
        [one, two],
      ])
    })

    it('returned stock, once, when the transaction commits', async () => {
      const { by, Product, id } = await placed()
      const { heard, orders } = kit()
      const request = { orderId: id, move: 'cancel', by: 'server', actorId: null } as const
      const undone = inTransaction(shop.db, async (tx) => {
        await orders.move(tx, request)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(heard).toEqual([])

      await inTransaction(shop.db, async (tx) => {
        await orders.move(tx, request)
        expect(heard).toEqual([])
      })
      await orders.cancel(by, id)

      expect(heard).toEqual([[Product]])
    })

    it('customer cancellations and staff confirmations', async () => {
      const [mine, theirs] = [await placed(), await placed()]
      const { heard, orders, staff } = kit()
      const admin = { id: (await shop.admin()).id, sessionId: 0 }

      await orders.cancel(mine.by, mine.id)
      await staff.move(admin, theirs.id, 'confirm')
      await staff.move(admin, theirs.id, 'confirm')

      expect(heard).toEqual([[mine.Product], [theirs.Product]])
    })
  })

  describe('a move', () => {
    it('is refused to a role that may never make it', async () => {
      const { id } = await placed()

      await expect(move(id, 'confirm', 'customer')).rejects.toThrow(
        'the move "confirm" is never made by "customer"',
      )
      await expect(move(id, 'deliver', 'server')).rejects.toThrow(
        'the move "deliver" is never made by "server"',
      )
    })

    it('made before succeeds only while the order is in the resulting state', async () => {
      const { id } = await paid()

      await expect(move(id, 'confirm', 'admin')).rejects.toMatchObject({ code: 'conflict' })
      expect(await move(id, 'pay', 'server')).toMatchObject({ changed: false })
    })

    it('of another order does not count as a move of this one', async () => {
      const [canceled, refunded] = [await placed(), await paid()]
      await move(canceled.id, 'cancel', 'admin')
      await refund(refunded.id)

      await expect(move(refunded.id, 'cancel', 'admin')).rejects.toMatchObject({ code: 'conflict' })
    })

    it('to delivered sets its time once, after a history of all moves', async () => {
      const { id, by, Product } = await paid()
      const { orders } = kit()

      const first = await orders.deliver(by, id)
      const second = await orders.deliver(by, id)

      expect(second).toEqual(first)
      expect(first).toMatchObject({ state: 'complete', delivered_at: expect.any(String) })
      expect(await historyOf(id)).toEqual(['place', 'confirm', 'pay', 'deliver'])
      const rows = await shop.sql`
        select on_hand, reserved, sold, written_off from product where id = ${Product}`
      expect(rows).toEqual([{ on_hand: 9, reserved: 0, sold: 1, written_off: 0 }])
    })

    it('of a canceled order is refused, but canceling it again changes nothing', async () => {
      const { by, id, Product } = await placed()
      const { orders } = kit()
      const first = await orders.cancel(by, id)

      expect(await orders.cancel(by, id)).toEqual(first)
      for (const forbidden of MOVES.filter((name) => name !== 'cancel')) {
        const mover = { deliver: 'customer', pay: 'server', default: 'admin' } as const
        const who = forbidden === 'deliver' || forbidden === 'pay' ? forbidden : 'default'
        await expect(move(id, forbidden, mover[who])).rejects.toMatchObject({ code: 'conflict' })
      }
      expect(await historyOf(id)).toEqual(['place', 'cancel'])
      expect(await shop.available(Product)).toBe(10)
    })
  })

  describe('the timers', () => {
    const age = (id: number, seconds: number) =>
      shop.sql`update orders set created_at = now() - make_interval(secs => ${seconds}),
        confirmed_at = confirmed_at - make_interval(secs => ${seconds})
        where id = ${id}`
    const stateOf = async (id: number) => (await kit().orders.eventsById([id])).get(id)?.state

    it('confirm what is due, except the orders of the demo', async () => {
      const [due, young, demo] = [await placed(), await placed(), await placed()]
      await age(due.id, 61)
      await age(young.id, 30)
      await age(demo.id, 61)
      await shop.sql`update orders set demo = true where id = ${demo.id}`

      await kit().orders.confirmDue(60)

      expect(await Promise.all([due, young, demo].map(({ id }) => stateOf(id)))).toEqual([
        'confirm',
        'pending',
        'pending',
      ])
    })

    it('cancel confirmed orders that are not paid, and never a paid order or one being paid', async () => {
      const [unpaid, held, asked, done] = [
        await placed(),
        await placed(),
        await placed(),
        await paid(),
      ]
      for (const { id } of [unpaid, held, asked]) await move(id, 'confirm', 'server')
      for (const { id } of [unpaid, held, asked, done]) await age(id, 61)
      await shop.sql`update orders set hold_expires_at = now() + interval '1 minute'
        where id = ${held.id}`
      await shop.sql`
        insert into payment (id, order_id, provider, amount_cents, state)
        select gen_random_uuid(), id, 'stripe', total_cents, 'started' from orders
        where id = ${asked.id}`

      await kit().orders.cancelUnpaid(60)

      expect(await Promise.all([unpaid, held, asked, done].map(({ id }) => stateOf(id)))).toEqual([
        'canceled',
        'confirm',
        'confirm',
        'complete',
      ])
      await expect(move(held.id, 'cancel', 'admin')).rejects.toMatchObject({
        code: 'conflict',
        sentence: 'error.paymentUnderWay',
      })
      await expect(move(asked.id, 'cancel', 'server')).rejects.toMatchObject({ code: 'conflict' })
      expect(await move(asked.id, 'cancel', 'admin')).toMatchObject({ changed: true })
      await shop.sql`update payment set state = 'voided' where order_id = ${asked.id}`
    })

    it('leave an order that staff confirm just before it would be canceled', async () => {
      const { id } = await placed()
      await age(id, 25 * 3_600)

      const late = kit(beforeStatement(shop, 2, () => move(id, 'confirm', 'admin')))
      await late.orders.cancelUnpaid(60)

      expect(await stateOf(id)).toBe('confirm')
    })

    it('skip an order that another process handled first, and still report real failures', async () => {
      const { id } = await placed()
      await age(id, 61)

      await kit(beforeStatement(shop, 2, () => move(id, 'cancel', 'admin'))).orders.confirmDue(60)
      expect(await stateOf(id)).toBe('canceled')

      const other = await placed()
      await age(other.id, 61)
      const broken = beforeStatement(shop, 2, () => Promise.reject(new Error('gone')))
      await expect(kit(broken).orders.confirmDue(60)).rejects.toThrow('gone')
    })
  })
})

/** A database that runs `act` just before statement `number`. */
function beforeStatement(shop: Shop, number: number, act: () => Promise<unknown>): Database {
  let count = 1
  const run = shop.db.run.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++count === number) await act()
      return result
    },
  })
  return { ...shop.db, run }
}
