/** Refunds of a part of an order: money, units, and what the customer sees of them. */
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverOrderMails } from '#tests/kit/mails.ts'
import { withPaidOrders } from '#tests/kit/paid-orders.ts'
import { CAN_MAIL, describeShop } from '#tests/kit/shop.ts'

describeShop(
  'a refund of a part',
  (shop) => {
    const { customer, paid, refund, seen, stockOf } = withPaidOrders(shop, 10)

    afterEach(async () => {
      expect(await checkInvariants(shop.db.run)).toEqual([])
    })

    async function spentBySara(): Promise<number> {
      const { rows } = await sql<{ spend_cents: number }>`
        select spend_cents from customer_sales where user_id = ${customer().id}`.execute(
        shop.db.run,
      )
      return rows[0]?.spend_cents ?? 0
    }

    it('adds up on the page of the order, which stays paid', async () => {
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
      expect(
        all.refunds.map(({ amount, units }: { amount: number; units: number }) => [amount, units]),
      ).toEqual([
        [20, 2],
        [4.5, 0],
        [25.5, 3],
      ])
      expect(await stockOf(product)).toEqual({ on_hand: 7, sold: 0, written_off: 3 })
    })

    it('owes what is not paid yet, and nothing once it is canceled', async () => {
      const product = await shop.product({ price: 12.5 })
      const { body } = await shop.call('POST', '/api/user/order', {
        token: customer().token,
        body: { orders: [{ Product: product, quantity: 2 }] },
      })
      const [order] = body.data
      expect(order).toMatchObject({ paid: 0, refunded: 0, owed: 25, refunds: [] })
      const canceled = await shop.call('POST', `/api/user/order/${order.id}/cancel`, {
        token: customer().token,
      })
      expect(canceled.body.data).toMatchObject({ paid: 0, refunded: 0, owed: 0, refunds: [] })
    })

    it('writes the units off that do not come back', async () => {
      const { id, product } = await paid()
      await refund(id, { units: 1, goodsBack: false })
      await refund(id, { units: 1, goodsBack: false })
      expect(await stockOf(product)).toEqual({ on_hand: 5, sold: 3, written_off: 2 })
    })

    it('divides odd cents among the units, so that all of them are what was paid', async () => {
      const { id } = await paid({ quantity: 3, price: 3.33 })
      await refund(id, { amount: 0.01 })
      await refund(id, { units: 1 })
      await refund(id, { units: 1 })
      await refund(id, { units: 1 })
      const order = await seen(id)
      expect(order.state).toBe('canceled')
      expect(order.refunds.map(({ amount }: { amount: number }) => amount)).toEqual([
        0.01, 3.33, 3.33, 3.32,
      ])
    })

    it('is a full refund when no unit is left, and not when no money is', async () => {
      const [byUnits, byAmount] = [await paid(), await paid()]
      await refund(byUnits.id, { units: 5 })
      await refund(byAmount.id, { amount: 50, goodsBack: false })
      expect(await seen(byUnits.id)).toMatchObject({ state: 'canceled', refunded: 50 })
      expect(await seen(byAmount.id)).toMatchObject({ state: 'complete', refunded: 50 })
      expect(await stockOf(byUnits.product)).toEqual({ on_hand: 10, sold: 0, written_off: 0 })
      expect(await stockOf(byAmount.product)).toEqual({ on_hand: 5, sold: 5, written_off: 0 })
    })

    it('is refused for more than is left, for another sum than was shown, and unpaid', async () => {
      const { id } = await paid()
      await refund(id, { units: 2 })

      expect((await refund(id, { units: 4 })).body.errors).toHaveProperty('units')
      expect((await refund(id, { amount: 30.01 })).body.errors).toHaveProperty('amount')
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

    it('happens once, however often the button is pressed', async () => {
      const { id } = await paid()
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => refund(id, { units: 1, left: 50 })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
      expect(await seen(id)).toMatchObject({ refunded: 10 })
    })

    it('gives back five units of five, whatever happens at once', async () => {
      const { id, product } = await paid()
      const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id, { units: 1 })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
      expect(await seen(id)).toMatchObject({ state: 'canceled', paid: 50, refunded: 50 })
      expect(await stockOf(product)).toEqual({ on_hand: 10, sold: 0, written_off: 0 })
    })

    it('and a full refund at once give back all of it, once', async () => {
      for (let round = 0; round < 10; round++) {
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
      const { rows } = await sql`
        select after from audit_entry where entity_id = ${id} and action = 'refund' order by id`.execute(
        shop.db.run,
      )
      expect(rows).toEqual([
        { after: { refunded: 20, units: 2, goodsBack: true } },
        { after: { state: 'canceled', goodsBack: true } },
      ])
    })

    it('is in one e-mail, with its amount and the reason', async () => {
      await deliverOrderMails(shop)
      const { id } = await paid()
      await refund(id, { units: 2, reason: 'Two were late.' })
      await refund(id, { amount: 4.5 })
      const mails = async () =>
        (await deliverOrderMails(shop)).sent.filter(
          ({ to, subject }) => to === customer().email && subject.includes('Refund'),
        )
      const [mail, ...more] = await mails()
      expect(mail?.subject).toBe(`Refund of $24.50 for your order #${id}`)
      expect(mail?.text).toContain('2 × $10.00 · Total: $20.00')
      expect(mail?.text).toContain('Two were late.')
      expect(more).toEqual([])
      expect(await mails()).toEqual([])

      await refund(id, { reason: 'The rest, too.' })
      const [last] = await mails()
      expect(last?.subject).toBe(`Refund of $25.50 for your order #${id}`)
      expect(last?.text).toContain('The rest, too.')
    })
  },
  CAN_MAIL,
)
