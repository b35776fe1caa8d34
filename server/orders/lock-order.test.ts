/**
 * R2, without depending on luck: an order that waits for its lowest product id must hold no lock on the other products,
 * in whatever sequence the request, the plan and the table list them. A race reveals locks in a wrong sequence only
 * when two orders happen to meet; this test inspects the locks themselves.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { waitingForLocks } from '#tests/kit/deadlocks.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { createOrders } from './orders.ts'
import { type UnpaidLimits, unpaidLimits } from './unpaid-limits.ts'

const PRODUCTS = 8
const ROUNDS = 5

describeShop('an order of many products', (shop) => {
  it('takes their locks in id order', async () => {
    const { token } = await shop.customer()
    const order = (ids: number[]) =>
      shop.call('POST', '/api/user/order', {
        token,
        body: { orders: ids.map((Product) => ({ Product })) },
      })
    const held: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      held.push(...(await heldWhileWaiting(shop, order)))
    }

    expect(held).toEqual([])
    const control: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      control.push(...(await heldWhileWaiting(shop, lockInAnyOrder(shop))))
    }
    expect(control.length).toBeGreaterThan(0)
  })

  it('waits for no product when it exceeds a limit of its account or its network', async () => {
    const own = { orders: 1, units: 100 }
    const limits = { ...unpaidLimits(own, false), network: { orders: 2, units: 100 } }
    const [one, two, three] = await shop.customers(3)
    const Product = await shop.product({ stock: 50 })
    const order = (person: Person | undefined, more: Partial<UnpaidLimits> = {}) =>
      createOrders(shop.db, createCatalogChanges(), { ...limits, ...more }).place(
        { id: person?.id ?? 0, sessionId: 0 },
        [{ Product }],
        crypto.randomUUID(),
        '192.0.2.1',
      )
    await order(one)
    await order(two)

    await shop.db.root.transaction().execute(async (tx) => {
      await sql`select from product where id = ${Product} for no key update`.execute(tx)
      await expect(order(one)).rejects.toThrow('error.unpaidOrders')
      await expect(order(one, { perHour: 1 })).rejects.toThrow('error.tooManyAttempts')
      await expect(order(three)).rejects.toThrow('error.unpaidNetwork')
    })
  })
})

/**
 * Starts the work while another transaction holds the lock on the product with the lowest id.
 * @returns the ids of the other products whose locks the work holds while it waits.
 */
async function heldWhileWaiting(
  shop: Shop,
  work: (ids: number[]) => Promise<unknown>,
): Promise<number[]> {
  const ids = (await shop.products(PRODUCTS)).sort((a, b) => a - b)
  const [lowest = 0, ...others] = ids
  // The update moves the row to the end of the table, where a sequential scan would reach it last.
  await shop.sql`update product set description = description || '.' where id = ${lowest}`
  let working: Promise<unknown> = Promise.resolve()
  const free = await shop.db.root.transaction().execute(async (tx) => {
    await sql`select from product where id = ${lowest} for no key update`.execute(tx)
    working = work([...ids].reverse())
    await expect.poll(() => waitingForLocks(shop.db.run)).toBeGreaterThan(0)
    const { rows } = await sql<{ id: number }>`
      select id from product where id = any(${others}::bigint[])
      for no key update skip locked`.execute(tx)
    return rows.map(({ id }) => id)
  })
  await working
  return others.filter((id) => !free.includes(id))
}

/** The control: takes the same locks as the shop, but in no particular order. */
function lockInAnyOrder(shop: Shop) {
  return (ids: number[]) =>
    shop.db.root.transaction().execute((tx) =>
      sql`
        with wanted as (
          select product_id as id from unnest(${ids}::bigint[]) as line (product_id) group by product_id
        )
        select p.id from product p
        where p.id in (select id from wanted) and p.deleted_at is null for no key update`.execute(
        tx,
      ),
    )
}
