/** Refunds of an order, in full or in part: money, units, and what the customer sees. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { deliverOrderMails } from '#tests/kit/mails.ts'
import { withPaidOrders } from '#tests/kit/paid-orders.ts'
import { CAN_MAIL, describeShop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { createManageOrders } from '../orders/manage-orders.ts'
import { createOrders } from '../orders/orders.ts'
import { REFUND_PAYMENT_TOPIC } from '../orders/refund-topics.ts'
import { createRefunds } from './refund-order.ts'
import { createSandbox } from './sandbox.ts'

describeShop(
  'a refund',
  (shop) => {
    const { customer, paid, refund, seen, stockOf } = withPaidOrders(shop, 10)

    beforeAll(async () => {
      await shop.sql`insert into coupon (code, kind, percent) values ('ALL', 'percent', 100)`
    })
    shop.keepInvariants()

    function spentBySara(): Promise<number> {
      return shop.value`
        select coalesce(sum(spend_cents), 0)::bigint from customer_sales where user_id = ${customer().id}`
    }

    const TWO = { quantity: 2, price: 12.5 }

    const paymentsOf = (order: number) =>
      shop.sql<{ id: string; state: string; amount_cents: number }>`
        select id, state, amount_cents from payment where order_id = ${order}`

    async function waiting(): Promise<unknown[]> {
      const rows = await shop.sql<{ payload: unknown }>`
        select payload from outbox where topic = ${REFUND_PAYMENT_TOPIC.name} and done_at is null`
      return rows.map(({ payload }) => payload)
    }

    it.for([
      [true, { on_hand: 10, sold: 0, written_off: 0 }],
      [false, { on_hand: 8, sold: 0, written_off: 2 }],
    ] as const)('puts money and goods right (goods back: %s)', async ([goodsBack, stock]) => {
      const { id: order, product } = await paid(TWO)

      const { status, body } = await refund(order, { goodsBack })

      expect(status).toBe(200)
      expect(body.data).toMatchObject({ state: 'canceled', paid_at: expect.any(String) })
      expect(await stockOf(product)).toEqual(stock)
      const [payment] = await paymentsOf(order)
      expect(payment).toMatchObject({ state: 'refunded', amount_cents: 2500 })
      expect(await waiting()).toContainEqual({ paymentId: payment?.id, provider: 'sandbox' })
      expect((await seen(order)).state).toBe('canceled')
    })

    it('happens once, however often and from however many sides it is requested', async () => {
      const { id: order, product } = await paid(TWO)
      const before = (await waiting()).length

      const answers = await Promise.all(Array.from({ length: 8 }, () => refund(order, {})))

      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(await waiting()).toHaveLength(before + 1)
      expect(await shop.available(product)).toBe(10)
      const rows = await shop.sql`
        select action, before, after from audit_entry
        where entity_id = ${order} and action = 'refund'`
      const after = { state: 'canceled', refunded: 25, goodsBack: true }
      expect(rows).toEqual([{ action: 'refund', before: { state: 'complete' }, after }])
    })

    it('is right for an order that was paid twice, and whose second payment was refunded at once', async () => {
      const { id: order } = await paid(TWO)
      await shop.sql`
        insert into payment (id, order_id, provider, amount_cents, state)
        values (gen_random_uuid(), ${order}, 'sandbox', 2500, 'failed')`
      await shop.sql`
        update payment set state = 'refunded' where order_id = ${order} and state = 'failed'`

      expect((await refund(order, {})).status).toBe(200)

      const rows = await shop.sql`
        select amount_cents, kind, units, is_part from refund where order_id = ${order}
        order by id`
      expect(rows).toEqual([
        { amount_cents: 2500, kind: 'goods', units: 0, is_part: false },
        { amount_cents: 2500, kind: 'goods', units: 2, is_part: false },
      ])
    })

    it('is listed for staff as long as the provider has not made it, though asked', async () => {
      const admin = await shop.admin()
      const list = () => shop.as(admin, 'GET', '/api/admin/orders?state=refunding')
      const counted = async () =>
        (await shop.as(admin, 'GET', '/api/admin/orders/counts')).body.counts.refunding
      const asked = (isDone: boolean) =>
        shop.sql`
          update outbox set attempts = 1, done_at = case when ${isDone} then now() end
          where topic like 'refund-%' and done_at is null`
      await asked(true)
      const [whole, part] = [await paid(TWO), await paid(TWO)]
      await refund(whole.id, {})
      await refund(part.id, { amount: 1 })
      expect(await counted()).toBe(0)

      await asked(false)
      expect((await list()).body.orders).toMatchObject([{ id: part.id }, { id: whole.id }])
      expect(await counted()).toBe(2)
      await asked(true)
      expect(await counted()).toBe(0)
    })

    it('goes to the provider that took the money, and no other', async () => {
      const asked: string[] = []
      const { id: order } = await paid(TWO)
      const paymentId = (await paymentsOf(order))[0]?.id ?? ''
      const changes = createCatalogChanges()
      const { deliverRefund } = createRefunds(shop.db, {
        orders: createOrders(shop.db, changes),
        manageOrders: createManageOrders(shop.db, changes, () => {}),
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

    it('of a part adds up on the page of the order, which stays paid', async () => {
      const { id, product } = await paid()
      expect(await seen(id)).toMatchObject({ paid: 50, refunded: 0, owed: 0, refunds: [] })

      const { status, body } = await refund(id, { units: 2, left: 50, reason: ' Two were late. ' })

      expect(status).toBe(200)
      expect(body.data).toMatchObject({ state: 'complete', paid: 50, refunded: 20, owed: 0 })
      const order = await seen(id)
      expect(order).toMatchObject({ state: 'complete', total: 50, paid: 50, refunded: 20, owed: 0 })
      expect(order.refunds).toEqual([
        { amount: 20, units: 2, kind: 'goods', reason: 'Two were late.', at: expect.any(String) },
      ])
      expect(await stockOf(product)).toEqual({ on_hand: 7, sold: 3, written_off: 0 })

      await refund(id, { amount: 4.5 })
      expect(await seen(id)).toMatchObject({ state: 'complete', paid: 50, refunded: 24.5 })

      await refund(id, { goodsBack: false })
      const all = await seen(id)
      expect(all).toMatchObject({ state: 'canceled', paid: 50, refunded: 50, owed: 0 })
      expect(all.refunds).toMatchObject([
        { amount: 20, units: 2 },
        { amount: 4.5, units: 0 },
        { amount: 25.5, units: 3 },
      ])
      expect(await stockOf(product)).toEqual({ on_hand: 7, sold: 0, written_off: 3 })
    })

    it('is for what is paid: an order owes what is not, and nothing once it is canceled', async () => {
      const product = await shop.product({ price: 12.5 })
      const orders = [{ Product: product, quantity: 2 }]
      const { body } = await shop.as(customer(), 'POST', '/api/user/order', { orders })
      const [order] = body.data
      expect(order).toMatchObject({ paid: 0, refunded: 0, owed: 25, refunds: [] })
      expect((await refund(order.id, {})).status).toBe(409)
      expect((await refund(order.id, { goodsBack: undefined })).status).toBe(422)
      expect((await refund(order.id, { goodsBack: 'yes' })).status).toBe(422)
      const canceled = await shop.as(customer(), 'POST', `/api/user/order/${order.id}/cancel`)
      expect(canceled.body.data).toMatchObject({ paid: 0, refunded: 0, owed: 0, refunds: [] })
    })

    it('is refused for more than is left, for another sum than was shown, and unpaid', async () => {
      const { id } = await paid()
      await refund(id, { units: 2 })

      expect((await refund(id, { units: 4 })).body.errors).toHaveProperty('units')
      expect((await refund(id, { amount: 30.01 })).body.errors).toHaveProperty('amount')
      // What a page sends for a number that it cannot read.
      expect((await refund(id, { amount: null })).body.errors).toHaveProperty('amount')
      expect((await refund(id, { units: null })).body.errors).toHaveProperty('units')
      expect((await refund(id, { amount: 0 })).status).toBe(422)
      expect((await refund(id, { amount: 0.001 })).status).toBe(422)
      expect((await refund(id, { units: 0 })).status).toBe(422)
      expect((await refund(id, { units: 1, amount: 5 })).status).toBe(422)
      expect((await refund(id, { units: 1, reason: 'x'.repeat(301) })).status).toBe(422)
      expect(await refund(id, { units: 1, left: 50 })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('meantime') },
      })
      expect(await seen(id)).toMatchObject({ refunded: 20 })
      await refund(id, {})
      expect((await refund(id, { units: 1 })).status).toBe(409)
      expect((await refund(999_999, { units: 1 })).status).toBe(404)
    })

    it.for([
      ['happens once, however often the button is pressed', {}, 8, { units: 1, left: 50 }, 1],
      ['gives back five units of five, whatever happens at once', {}, 20, { units: 1 }, 5],
      [
        'takes back units once where they cost nothing and the button is pressed eight times',
        ...([{ coupon: 'ALL' }, 8, { units: 1, left: 0, leftUnits: 5 }, 1] as const),
      ],
    ] as const)('%s', async ([, given, presses, body, made]) => {
      const { id, product } = await paid(given)

      const answers = await Promise.all(Array.from({ length: presses }, () => refund(id, body)))

      const expected = [...Array(made).fill(200), ...Array(presses - made).fill(409)]
      expect(answers.map(({ status }) => status).sort()).toEqual(expected)
      const refunded = 'coupon' in given ? 0 : 10 * made
      const state = made === 5 ? 'canceled' : 'complete'
      expect(await seen(id)).toMatchObject({ state, refunded })
      expect(await stockOf(product)).toEqual({ on_hand: 5 + made, sold: 5 - made, written_off: 0 })
    })

    it('writes no email about $0.00, and no credit note', async () => {
      const { id } = await paid({ quantity: 2, price: 20 })
      await refund(id, { amount: 40 })
      await deliverOrderMails(shop)
      await refund(id, { units: 1 })
      expect((await deliverOrderMails(shop)).sent).toEqual([])

      const free = await paid({ quantity: 1, price: 20, coupon: 'ALL' })
      await deliverOrderMails(shop)
      await refund(free.id, {})
      const { sent } = await deliverOrderMails(shop)
      expect(sent.map(({ subject }) => subject)).toEqual([`Your order was canceled (#${free.id})`])
      expect(sent[0]?.text).not.toContain("wasn't paid in time")

      const rows = await shop.sql<{ zero: number }>`
        select count(*) as zero from invoice where refund_id is not null and total_cents = 0`
      expect(rows[0]?.zero).toBe(0)
    })

    it('and a full refund at once give back all of it, once', async () => {
      for (let round = 0; round < volume(3, 20); round++) {
        const { id, product } = await paid()
        await Promise.all([refund(id, { units: 2 }), refund(id, {}), refund(id, { amount: 7 })])
        expect(await seen(id)).toMatchObject({ state: 'canceled', paid: 50, refunded: 50 })
        expect(await stockOf(product)).toEqual({ on_hand: 10, sold: 0, written_off: 0 })
      }
    })

    it('counts in what a customer spent, in the sales and in the audit log', async () => {
      const before = await spentBySara()
      const { id, product } = await paid()
      await refund(id, { units: 2 })
      expect((await spentBySara()) - before).toBe(3000)
      const sales = sql`
        select sum(units)::integer as units, sum(gross_cents)::integer as gross,
          sum(refund_cents)::integer as refunds, sum(refunded)::integer as refunded
        from sale_event where product_id = ${product}`
      expect((await sales.execute(shop.db.run)).rows).toEqual([
        { units: 3, gross: 5000, refunds: 2000, refunded: 0 },
      ])
      await refund(id, {})
      expect(await spentBySara()).toBe(before)
      expect((await sales.execute(shop.db.run)).rows).toEqual([
        { units: 0, gross: 5000, refunds: 5000, refunded: 1 },
      ])
      const rows = await shop.sql`
        select after from audit_entry where entity_id = ${id} and action = 'refund' order by id`
      expect(rows).toEqual([
        { after: { refunded: 20, units: 2, goodsBack: true } },
        { after: { state: 'canceled', refunded: 30, goodsBack: true } },
      ])
    })

    it('is in one email, with its amount and the reason', async () => {
      await deliverOrderMails(shop)
      const { id } = await paid()
      await refund(id, { units: 2, reason: 'Two were late.' })
      await refund(id, { amount: 4.5 })
      const mails = async () =>
        (await deliverOrderMails(shop)).sent.filter(
          ({ to, subject }) => to === customer().email && subject.includes('Refund'),
        )
      const [mail, ...more] = await mails()
      expect(mail?.subject).toBe(`Refund of $24.50 for your order (#${id})`)
      expect(mail?.text).toContain('2 × $10.00 · Amount: $20.00')
      expect(mail?.text).toContain('Two were late.')
      expect(more).toEqual([])
      expect(await mails()).toEqual([])

      await refund(id, { reason: 'The rest, too.' })
      const [last] = await mails()
      expect(last?.subject).toBe(`Refund of $25.50 for your order (#${id})`)
      expect(last?.text).toContain('The rest, too.')
    })
  },
  CAN_MAIL,
)
