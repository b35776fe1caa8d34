/** Money that arrives when a part of what it pays for is canceled. */
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { type PlacedPurchase, withStripe } from '#tests/kit/stripe-shop.ts'

describeShop('late money', (shop) => {
  const stripe = withStripe(shop)

  afterEach(async () => {
    stripe.warnings.length = 0
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  const cancel = ({ orders, buyer }: PlacedPurchase, index: number) =>
    stripe.call('POST', `/api/user/order/${orders[index]?.id}/cancel`, buyer.token)

  /** An expired page that is paid all the same, once the orders of these indexes are canceled. */
  async function paidLate(canceled: readonly number[]) {
    const purchase = await stripe.purchase([1000, 2000], { fee: 300 })
    const session = await stripe.beginPurchase(purchase)
    await stripe.send(stripe.fake.expire(session))
    for (const index of canceled) expect((await cancel(purchase, index)).status).toBe(200)
    await stripe.send(stripe.fake.pay(session))
    await stripe.deliverRefunds()
    return { purchase, session }
  }

  it('pays for the delivery of the orders that are left, and the invoice says so', async () => {
    const { purchase, session } = await paidLate([0])

    expect(stripe.fake.refundedOf(session)).toBe(1000)
    const found = await stripe.findPurchase(purchase)
    expect(found).toMatchObject({ paid: 23, refunded: 0, due: { delivery: 0, total: 0 } })
    expect(found.invoices).toMatchObject([{ kind: 'invoice', total: 23 }])
    const token = purchase.buyer.token
    const { body } = await stripe.call('GET', `/api/user/order/${purchase.orders[0]?.id}`, token)
    expect(body.data).toMatchObject({ paid: 10, paidDelivery: 0, refunded: 10 })

    const { token: staff } = await shop.admin()
    const left = purchase.orders[1]?.id
    await stripe.call('POST', `/api/admin/orders/${left}/refund`, staff, { goodsBack: true })
    await stripe.deliverRefunds()
    expect(stripe.fake.refundedOf(session)).toBe(3300)
    const { rows } = await sql<{ cents: number }>`
      select sum(total_cents)::bigint as cents from invoice
      where purchase_id = ${purchase.id} and refund_id is not null`.execute(shop.db.run)
    expect(rows).toEqual([{ cents: 2300 }])
  })

  it('goes back with the fee when nothing is left', async () => {
    const { purchase, session } = await paidLate([0, 1])

    expect(stripe.fake.refundedOf(session)).toBe(3300)
    expect((await stripe.findPurchase(purchase)).invoices).toEqual([])
  })
})
