import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { withPaidOrders } from '#tests/kit/paid-orders.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { createManageOrders } from '../orders/manage-orders.ts'
import { createOrders } from '../orders/orders.ts'
import { REFUND_PAYMENT_TOPIC } from './provider.ts'
import { createRefunds } from './refund-order.ts'
import { createSandbox } from './sandbox.ts'

describeShop('a refund', (shop) => {
  const { customer, refund, seen, stockOf, ...people } = withPaidOrders(shop, 5)
  const paid = () => people.paid({ quantity: 2, price: 12.5 })

  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it.for([
    [true, { on_hand: 5, sold: 0, written_off: 0 }],
    [false, { on_hand: 3, sold: 0, written_off: 2 }],
  ] as const)('puts money and goods right (goods back: %s)', async ([goodsBack, stock]) => {
    const { id: order, product } = await paid()

    const { status, body } = await refund(order, { goodsBack })

    expect(status).toBe(200)
    expect(body.data).toMatchObject({ state: 'canceled', paid_at: expect.any(String) })
    expect(await stockOf(product)).toEqual(stock)
    const [payment] = await paymentsOf(shop, order)
    expect(payment).toMatchObject({ state: 'refunded', amount_cents: 2500 })
    expect(await waiting(shop)).toContainEqual({ paymentId: payment?.id, provider: 'sandbox' })
    expect((await seen(order)).state).toBe('canceled')
  })

  it('happens once, however often and from however many sides it is requested', async () => {
    const { id: order, product } = await paid()
    const before = (await waiting(shop)).length

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refund(order, { goodsBack: true })),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await waiting(shop)).toHaveLength(before + 1)
    expect(await shop.available(product)).toBe(5)
    const { rows } = await sql`
      select action, before, after from audit_entry
      where entity_id = ${order} and action = 'refund'`.execute(shop.db.run)
    expect(rows).toEqual([
      {
        action: 'refund',
        before: { state: 'complete' },
        after: { state: 'canceled', goodsBack: true },
      },
    ])
  })

  it('works for paid orders only, and records whether the goods are back', async () => {
    const product = await shop.product()
    const { body } = await shop.call('POST', '/api/user/order', {
      token: customer().token,
      body: { orders: [{ Product: product }] },
    })

    const [{ id }] = body.data
    expect((await refund(id, { goodsBack: true })).status).toBe(409)
    expect((await refund(id, { goodsBack: undefined })).status).toBe(422)
    expect((await refund(id, { goodsBack: 'yes' })).status).toBe(422)
  })

  it('is right for an order that was paid twice, and whose second payment was refunded at once', async () => {
    const { id: order } = await paid()
    await sql`
      insert into payment (id, order_id, provider, amount_cents, state)
      values (gen_random_uuid(), ${order}, 'sandbox', 2500, 'failed')`.execute(shop.db.run)
    await sql`
      update payment set state = 'refunded' where order_id = ${order} and state = 'failed'`.execute(
      shop.db.run,
    )

    expect((await refund(order, { goodsBack: true })).status).toBe(200)

    const { rows } = await sql`
      select amount_cents, kind, units, is_part from refund where order_id = ${order}
      order by id`.execute(shop.db.run)
    expect(rows).toEqual([
      { amount_cents: 2500, kind: 'goods', units: 0, is_part: false },
      { amount_cents: 2500, kind: 'goods', units: 2, is_part: false },
    ])
  })

  it('goes to the provider that took the money, and no other', async () => {
    const asked: string[] = []
    const { id: order } = await paid()
    const paymentId = (await paymentsOf(shop, order))[0]?.id ?? ''
    const changes = createCatalogChanges()
    const { deliverRefund } = createRefunds(shop.db, {
      orders: createOrders(shop.db, changes),
      manageOrders: createManageOrders(shop.db, changes),
      provider: {
        ...createSandbox(),
        refund: async ({ chargeId }) => void asked.push(chargeId),
      },
      notify() {},
    })

    await deliverRefund({ payload: { paymentId, provider: 'sandbox' } })

    expect(asked).toEqual([paymentId])
    await expect(deliverRefund({ payload: { paymentId, provider: 'stripe' } })).rejects.toThrow()
    expect(asked).toEqual([paymentId])
  })
})

async function paymentsOf(shop: Shop, order: number) {
  const { rows } = await sql<{ id: string; state: string; amount_cents: number }>`
    select id, state, amount_cents from payment where order_id = ${order}`.execute(shop.db.run)
  return rows
}

async function waiting(shop: Shop): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from outbox where topic = ${REFUND_PAYMENT_TOPIC.name} and done_at is null`.execute(
    shop.db.run,
  )
  return rows.map(({ payload }) => payload)
}
