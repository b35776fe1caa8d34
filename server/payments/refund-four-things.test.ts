/** Units, money, fee and state of a refund are four things: none follows from another (decision 0042). */
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverOrderMails } from '#tests/kit/mails.ts'
import { withPaidOrders } from '#tests/kit/paid-orders.ts'
import { CAN_MAIL, describeShop } from '#tests/kit/shop.ts'

describeShop(
  'a refund whose money or units run out',
  (shop) => {
    const { paid, refund, seen, stockOf } = withPaidOrders(shop, 100)

    beforeAll(async () => {
      await sql`update shipping_method set fee_cents = 735`.execute(shop.db.run)
      await sql`insert into coupon (code, kind, percent) values ('ALL', 'percent', 100)`.execute(
        shop.db.run,
      )
    })
    afterEach(async () => {
      expect(await checkInvariants(shop.db.run)).toEqual([])
    })

    const rowsOf = ({ refunds }: Order) =>
      refunds.map(({ kind, amount, units }) => [kind, amount, units])

    it('takes back the one unit that came, also with the last of the money', async () => {
      const { id, product } = await paid({ quantity: 3, price: 3.33 })
      await refund(id, { amount: 6.66 })
      expect((await refund(id, { units: 1, left: 3.33 })).status).toBe(200)

      const order = await seen(id)
      expect(order).toMatchObject({ state: 'complete', paid: 17.34, refunded: 9.99 })
      expect(rowsOf(order)).toEqual([
        ['goods', 6.66, 0],
        ['goods', 3.33, 1],
      ])
      expect(await stockOf(product)).toEqual({ on_hand: 98, sold: 2, written_off: 0 })
    })

    it('takes back units whose money is back already, and the fee with the last of them', async () => {
      const { id, product } = await paid({ quantity: 3, price: 3.33 })
      await refund(id, { amount: 9.99 })
      expect(await seen(id)).toMatchObject({ state: 'complete', refunded: 9.99 })
      expect(await stockOf(product)).toEqual({ on_hand: 97, sold: 3, written_off: 0 })

      expect((await refund(id, { units: 1, goodsBack: false })).status).toBe(200)
      expect((await refund(id, { amount: 0.01 })).body.errors).toHaveProperty('amount')
      expect((await refund(id, { units: 2 })).status).toBe(200)

      const order = await seen(id)
      expect(order).toMatchObject({ state: 'canceled', paid: 17.34, refunded: 17.34 })
      expect(rowsOf(order)).toEqual([
        ['goods', 9.99, 0],
        ['goods', 0, 1],
        ['delivery', 7.35, 0],
        ['goods', 0, 2],
      ])
      expect(await stockOf(product)).toEqual({ on_hand: 99, sold: 0, written_off: 1 })
    })

    it('takes back one of two units that a coupon made free', async () => {
      const { id, product } = await paid({ quantity: 2, price: 20, coupon: 'ALL' })
      expect((await refund(id, { units: 1 })).status).toBe(200)

      const order = await seen(id)
      expect(order).toMatchObject({ state: 'complete', paid: 7.35, refunded: 0 })
      expect(rowsOf(order)).toEqual([['goods', 0, 1]])
      expect(await stockOf(product)).toEqual({ on_hand: 99, sold: 1, written_off: 0 })

      await refund(id, { units: 1 })
      expect(await seen(id)).toMatchObject({ state: 'canceled', refunded: 7.35 })
      expect(await stockOf(product)).toEqual({ on_hand: 100, sold: 0, written_off: 0 })
    })

    it('cancels an order whose money is all back when the full refund is asked for', async () => {
      const { id, product } = await paid({ quantity: 3, price: 3.33 })
      await refund(id, { amount: 9.99 })
      expect((await refund(id, { left: 0, leftUnits: 3 })).status).toBe(200)
      expect(await seen(id)).toMatchObject({ state: 'canceled', refunded: 17.34 })
      expect(await stockOf(product)).toEqual({ on_hand: 100, sold: 0, written_off: 0 })
    })

    it('takes back units once where they cost nothing and the button is pressed eight times', async () => {
      const { id, product } = await paid({ quantity: 5, price: 20, coupon: 'ALL' })
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => refund(id, { units: 1, left: 0, leftUnits: 5 })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
      expect(await stockOf(product)).toEqual({ on_hand: 96, sold: 4, written_off: 0 })
    })

    it('writes no e-mail about $0.00, and no credit note', async () => {
      const { id } = await paid({ quantity: 2, price: 20 })
      await refund(id, { amount: 40 })
      await deliverOrderMails(shop)
      await refund(id, { units: 1 })
      expect((await deliverOrderMails(shop)).sent).toEqual([])

      await sql`update shipping_method set fee_cents = 0`.execute(shop.db.run)
      const free = await paid({ quantity: 1, price: 20, coupon: 'ALL' })
      await deliverOrderMails(shop)
      await refund(free.id, {})
      await sql`update shipping_method set fee_cents = 735`.execute(shop.db.run)
      const { sent } = await deliverOrderMails(shop)
      expect(sent.map(({ subject }) => subject)).toEqual([`Your order #${free.id} was canceled`])
      expect(sent[0]?.text).not.toContain("wasn't paid in time")

      const { rows } = await sql<{ zero: number }>`
        select count(*) as zero from invoice where refund_id is not null and total_cents = 0`.execute(
        shop.db.run,
      )
      expect(rows[0]?.zero).toBe(0)
    })
  },
  CAN_MAIL,
)
