import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { MOVES, type Mover } from '#contract/order-moves.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { inTransaction } from '../platform/db/database.ts'
import { type MoveRequest, moveOrder } from './move-order.ts'

describeShop('moving an order', (shop) => {
  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('goes from pending to delivered and updates stock and history', async () => {
    const { customer, orderId, productId } = await placed(shop, 3)

    await move(shop, { orderId, move: 'confirm', by: 'server' })
    await pay(shop, customer, orderId)
    const delivered = await shop.call('POST', `/api/user/order/${orderId}/delivered`, {
      token: customer.token,
    })

    expect(delivered.body.data).toMatchObject({
      state: 'complete',
      delivered_at: expect.any(String),
    })
    expect(await stock(shop, productId)).toEqual({
      on_hand: 7,
      reserved: 0,
      sold: 3,
      written_off: 0,
    })
    expect(await history(shop, orderId)).toEqual(['place', 'confirm', 'pay', 'deliver'])
  })

  it('returns the stock when the customer cancels', async () => {
    const { customer, orderId, productId } = await placed(shop, 3)

    const answer = await shop.call('POST', `/api/user/order/${orderId}/cancel`, {
      token: customer.token,
    })

    expect(answer.body.data).toMatchObject({ state: 'canceled', canceled_at: expect.any(String) })
    expect(await stock(shop, productId)).toEqual({
      on_hand: 10,
      reserved: 0,
      sold: 0,
      written_off: 0,
    })
  })

  it('succeeds twice and changes nothing the second time', async () => {
    const { customer, orderId, productId } = await placed(shop, 1)
    const cancel = () =>
      shop.call('POST', `/api/user/order/${orderId}/cancel`, { token: customer.token })
    const first = await cancel()

    const second = await cancel()

    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(await stock(shop, productId)).toMatchObject({ on_hand: 10, reserved: 0 })
    expect(await history(shop, orderId)).toEqual(['place', 'cancel'])
  })

  it('refuses every move that the table does not allow', async () => {
    const { customer, orderId } = await placed(shop, 1)
    await shop.call('POST', `/api/user/order/${orderId}/cancel`, { token: customer.token })

    for (const forbidden of MOVES.filter((name) => name !== 'cancel')) {
      const by: Mover = forbidden === 'deliver' ? 'customer' : 'admin'
      const request = { orderId, move: forbidden, by: forbidden === 'pay' ? 'server' : by } as const
      await expect(move(shop, request)).rejects.toMatchObject({ code: 'conflict' })
    }
    expect(await history(shop, orderId)).toEqual(['place', 'cancel'])
  })

  it('answers for the order of another customer as for a missing one', async () => {
    const { orderId } = await placed(shop, 1)
    const stranger = await shop.customer()

    const theirs = await shop.call('POST', `/api/user/order/${orderId}/cancel`, {
      token: stranger.token,
    })
    const missing = await shop.call('POST', '/api/user/order/999999/cancel', {
      token: stranger.token,
    })

    expect(theirs.status).toBe(404)
    expect(theirs.text).toBe(missing.text)
  })

  it('puts refunded goods back into stock, or writes them off', async () => {
    const kept = await paid(shop)
    const broken = await paid(shop)

    await refund(shop, kept.orderId, true)
    await refund(shop, broken.orderId, false)

    expect(await stock(shop, kept.productId)).toEqual({
      on_hand: 10,
      reserved: 0,
      sold: 0,
      written_off: 0,
    })
    expect(await stock(shop, broken.productId)).toEqual({
      on_hand: 8,
      reserved: 0,
      sold: 0,
      written_off: 2,
    })
  })
})

describeShop('moving an order from two sides at once', (shop) => {
  it('lets either the cancellation or the confirmation win, completely', async () => {
    for (let round = 0; round < 20; round++) {
      const { customer, orderId } = await placed(shop, 1)
      await Promise.allSettled([
        shop.call('POST', `/api/user/order/${orderId}/cancel`, { token: customer.token }),
        move(shop, { orderId, move: 'confirm', by: 'server' }),
        shop.call('POST', `/api/user/order/${orderId}/cancel`, { token: customer.token }),
      ])
    }

    expect(await checkInvariants(shop.db.run)).toEqual([])
  })
})

async function placed(shop: Shop, quantity: number) {
  const customer = await shop.customer()
  const productId = await shop.product({ stock: 10, price: 12.5 })
  const answer = await shop.call('POST', '/api/user/order', {
    token: customer.token,
    body: { orders: [{ Product: productId, quantity }] },
  })
  return { customer, productId, orderId: answer.body.data[0].id as number }
}

async function paid(shop: Shop) {
  const order = await placed(shop, 2)
  await move(shop, { orderId: order.orderId, move: 'confirm', by: 'admin' })
  await pay(shop, order.customer, order.orderId)
  return order
}

function move(shop: Shop, request: Omit<MoveRequest, 'actorId'>) {
  return inTransaction(shop.db, (tx) => moveOrder(tx, { actorId: null, ...request }))
}

/** The money side of a refund belongs to the payments feature; here its row is set by hand. */
function refund(shop: Shop, orderId: number, goodsBack: boolean) {
  return inTransaction(shop.db, async (tx) => {
    await moveOrder(tx, { orderId, move: 'refund', by: 'admin', actorId: null, goodsBack })
    await sql`update payment set state = 'refunded' where order_id = ${orderId}`.execute(tx)
  })
}

async function pay(shop: Shop, customer: Person, orderId: number): Promise<void> {
  const answer = await shop.call('POST', `/api/user/order/${orderId}/payment`, {
    token: customer.token,
  })
  expect(answer.status).toBe(200)
}

async function stock(shop: Shop, productId: number): Promise<unknown> {
  const { rows } = await sql`
    select on_hand, reserved, sold, written_off from product where id = ${productId}`.execute(
    shop.db.run,
  )
  return rows[0]
}

async function history(shop: Shop, orderId: number): Promise<string[]> {
  const { rows } = await sql<{ move: string }>`
    select move from order_history where order_id = ${orderId} order by id`.execute(shop.db.run)
  return rows.map((row) => row.move)
}
