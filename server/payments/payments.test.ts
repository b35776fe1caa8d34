import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { createOrders } from '../orders/orders.ts'
import { createPayments } from './payments.ts'
import { createSandbox } from './sandbox.ts'

describeShop('paying in the sandbox', (shop) => {
  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('completes a confirmed order with one captured payment of its total', async () => {
    const { orderId, pay } = await confirmed(shop)

    const answer = await pay()

    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ id: orderId, state: 'complete', total: 39.98 })
    expect(answer.body.data.paid_at).not.toBeNull()
    expect(await payments(shop, orderId)).toEqual([{ state: 'captured', amount_cents: 3998 }])
  })

  it('refuses an order that is still pending', async () => {
    const { orderId, pay } = await confirmed(shop, { confirm: false })

    const answer = await pay()

    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ error: 'conflict', state: 'pending' })
    expect(await payments(shop, orderId)).toEqual([])
  })

  it('answers a repeated payment with the paid order and charges nothing more', async () => {
    const { orderId, pay } = await confirmed(shop)
    await pay()

    const again = await pay()

    expect(again.status).toBe(200)
    expect(again.body.data.state).toBe('complete')
    expect(await payments(shop, orderId)).toHaveLength(1)
  })

  it('leaves a declined order payable and cancellable', async () => {
    const { orderId, pay, cancel } = await confirmed(shop)

    const declined = await pay({ testCard: 'decline' })

    expect(declined.status).toBe(409)
    expect(declined.body.error).toBe('payment_declined')
    expect(await payments(shop, orderId)).toEqual([{ state: 'failed', amount_cents: 3998 }])
    expect((await cancel()).body.data.state).toBe('canceled')
  })

  it('finds out the outcome of a payment whose provider timed out after the work', async () => {
    const { orderId, pay } = await confirmed(shop)

    const answer = await pay({ testCard: 'timeout' })

    expect(answer.status).toBe(200)
    expect(answer.body.data.state).toBe('complete')
    expect(await payments(shop, orderId)).toEqual([{ state: 'captured', amount_cents: 3998 }])
  })

  it('takes no price, state or amount from the client', async () => {
    const { pay } = await confirmed(shop)

    const answer = await pay({ amount: 1, price: 0.01, total: 0, state: 'pending' })

    expect(answer.body.data).toMatchObject({ price: 19.99, total: 39.98, state: 'complete' })
  })

  it('does not let the customer cancel while a payment is under way', async () => {
    const { orderId, cancel } = await confirmed(shop)
    await shop.db.root
      .updateTable('orders')
      .set({ hold_expires_at: sql`now() + interval '10 minutes'` })
      .where('id', '=', orderId)
      .execute()

    const answer = await cancel()

    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('A payment for this order is in progress. Try again later.')
  })

  it('fails payments that never reached the provider, when it sweeps', async () => {
    const { orderId } = await confirmed(shop)
    await sql`
      insert into payment (id, order_id, provider, amount_cents, state, created_at)
      values (gen_random_uuid(), ${orderId}, 'sandbox', 3998, 'started', now() - interval '5 minutes')`.execute(
      shop.db.run,
    )
    const orders = createOrders(shop.db, createCatalogChanges())

    await createPayments({
      db: shop.db,
      orders,
      provider: createSandbox(),
      notify() {},
      warn() {},
      unpaidExpiresAfter: 1800,
    }).sweep()

    expect(await payments(shop, orderId)).toEqual([{ state: 'failed', amount_cents: 3998 }])
  })

  it('settles the others when the provider fails for one', async () => {
    const orderIds = [(await confirmed(shop)).orderId, (await confirmed(shop)).orderId]
    for (const orderId of orderIds) {
      await sql`
        insert into payment (id, order_id, provider, amount_cents, state, created_at)
        values (gen_random_uuid(), ${orderId}, 'sandbox', 3998, 'started', now() - interval '5 minutes')`.execute(
        shop.db.run,
      )
    }
    const warned: string[] = []
    let isFirst = true

    await createPayments({
      db: shop.db,
      orders: createOrders(shop.db, createCatalogChanges()),
      provider: {
        ...createSandbox(),
        async find() {
          if (!isFirst) return null
          isFirst = false
          throw new Error('No such payment')
        },
      },
      notify() {},
      warn: (_error, what) => void warned.push(what),
      unpaidExpiresAfter: 1800,
    }).sweep()

    expect(warned).toEqual([expect.stringContaining('was not found out')])
    const states = await Promise.all(orderIds.map((id) => payments(shop, id)))
    expect(
      states
        .flat()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['failed', 'started'])
  })
})

describeShop('paying from many sides at once', (shop) => {
  it('captures once, whatever payments and cancellations run at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const { orderId, pay, cancel } = await confirmed(shop)

      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => pay()),
        cancel(),
        cancel(),
      ])

      const [order] = await states(shop, orderId)
      const captured = (await payments(shop, orderId)).filter(({ state }) => state === 'captured')
      expect(captured).toHaveLength(order === 'complete' ? 1 : 0)
      expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
    }
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })
})

async function confirmed(shop: Shop, { confirm = true } = {}) {
  const { token } = await shop.customer()
  const Product = await shop.product({ price: 19.99, stock: 5 })
  const placed = await shop.call('POST', '/api/user/order', {
    token,
    body: { orders: [{ Product, quantity: 2 }] },
  })
  const orderId: number = placed.body.data[0].id
  if (confirm) await createOrders(shop.db, createCatalogChanges()).confirmDue(0)
  const path = `/api/user/order/${orderId}`
  return {
    orderId,
    pay: (body?: unknown) => shop.call('POST', `${path}/payment`, { token, body }),
    cancel: () => shop.call('POST', `${path}/cancel`, { token }),
  }
}

async function payments(shop: Shop, orderId: number) {
  const { rows } = await sql<{ state: string; amount_cents: number }>`
    select state, amount_cents from payment where order_id = ${orderId} order by created_at`.execute(
    shop.db.run,
  )
  return rows
}

async function states(shop: Shop, orderId: number): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from orders where id = ${orderId}`.execute(shop.db.run)
  return rows.map(({ state }) => state)
}
