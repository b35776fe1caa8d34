/** How discounts affect what is charged, refunded and counted. */
import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { withStripe } from '#tests/kit/stripe-shop.ts'

describeShop('a discounted purchase', (shop) => {
  const stripe = withStripe(shop)
  let codes = 0

  shop.keepInvariants()

  async function coupon(percent: number): Promise<string> {
    codes += 1
    const code = `MONEY-${codes}`
    await shop.sql`insert into coupon (code, kind, percent) values (${code}, 'percent', ${percent})`
    return code
  }

  async function purchase(percent: number) {
    const buyer = await shop.customer()
    const body = {
      orders: [
        { Product: await shop.product({ price: 19.99, stock: 9 }), quantity: 3 },
        { Product: await shop.product({ price: 0.05, stock: 9 }) },
      ],
      coupon: await coupon(percent),
    }
    const placed = await stripe.call('POST', '/api/user/order', buyer.token, body)
    await stripe.orders().confirmDue(0)
    const orders = placed.body.data.map((one: { id: number; Product: number }) => ({
      id: one.id,
      buyer,
      productId: one.Product,
    }))
    return { id: placed.body.data[0].purchaseId as number, buyer, orders }
  }

  it('is charged by Stripe at its discounted sum, and refunded at it', async () => {
    const bought = await purchase(33)
    const session = await stripe.beginPurchase(bought)
    await stripe.send(stripe.fake.pay(session))

    // 60.02 less 33%, rounded to the cent.
    expect(await stripe.findPurchase(bought)).toMatchObject({ paid: 40.21, discount: 19.81 })
    const { token } = await shop.admin()
    for (const { id } of bought.orders) {
      const url = `/api/admin/orders/${id}/refund`
      expect((await stripe.call('POST', url, token, { goodsBack: true })).status).toBe(200)
    }
    await stripe.deliverRefunds()
    expect(stripe.fake.refundedOf(session)).toBe(4021)
  })

  it('that costs nothing is paid without Stripe, also after a crash in between', async () => {
    const asked = stripe.fake.asked.length
    const bought = await purchase(100)
    const [first] = bought.orders
    const ids: number[] = bought.orders.map(({ id }: { id: number }) => id)
    // As if the process had died between beginning and settling the charge.
    await shop.sql`
      with charge as materialized (select gen_random_uuid() as id)
      insert into payment (id, charge_id, order_id, provider, amount_cents, state)
      select gen_random_uuid(), charge.id, order_id, 'free', 0, 'started'
      from charge, unnest(${ids}::bigint[]) as order_id`

    const { status, body } = await stripe.payPurchase(bought, { total: 0 })
    expect(status).toBe(200)
    expect(body.data[0]).toMatchObject({ state: 'complete', paid: 0, owed: 0 })
    expect(await stripe.stateOf(first)).toBe('complete voided captured')
    const rows = await shop.sql`select distinct provider from payment where order_id = ${first.id}`
    expect(rows).toEqual([{ provider: 'free' }])
    expect(stripe.fake.asked).toHaveLength(asked)
  })

  it('that would leave less than Stripe takes is refused, at the quote and at the order', async () => {
    const buyer = await shop.customer()
    const orders = [{ Product: await shop.product({ price: 1, stock: 9 }) }]
    const ask = (path: string, body: object) =>
      stripe.call('POST', path, buyer.token, { orders, ...body })
    const [little, enough, all] = [await coupon(51), await coupon(50), await coupon(100)]
    const reason = "With this coupon, the total is below $0.50, the payment provider's minimum."

    const { body } = await ask('/api/user/quote', { coupon: little })
    expect(body.couponProblem).toBe(reason)
    expect(body.data).toMatchObject({ coupon: null, discount: 0, total: 1 })
    for (const total of [undefined, 0.49, 1]) {
      const refused = await ask('/api/user/order', { coupon: little, total })
      expect(refused).toMatchObject({ status: 422, body: { errors: { coupon: [reason] } } })
    }

    const quote = await ask('/api/user/quote', { coupon: enough })
    expect(quote.body).toMatchObject({ couponProblem: null, data: { total: 0.5 } })
    for (const code of [enough, all]) {
      const placed = await ask('/api/user/order', { coupon: code })
      expect(placed.status).toBe(201)
      await stripe.orders().confirmDue(0)
      const [{ id, purchaseId }] = placed.body.data
      expect((await stripe.payPurchase({ id: purchaseId, buyer, orders: [] })).status).toBe(200)
      expect(await stripe.stateOf({ id })).toMatch(code === all ? /captured/ : /started/)
    }
  })

  it('takes any sum where its provider has no minimum', async () => {
    const { token } = await shop.customer()
    const orders = [{ Product: await shop.product({ price: 1, stock: 9 }) }]
    const body = { orders, coupon: await coupon(99) }
    const quote = await shop.call('POST', '/api/user/quote', { token, body })
    expect(quote.body).toMatchObject({ couponProblem: null, data: { total: 0.01 } })
    expect((await shop.call('POST', '/api/user/order', { token, body })).status).toBe(201)
  })

  it('counts as unpaid by what it costs', async () => {
    const unpaid = () => {
      return shop.value`
        select coalesce(sum(total_cents - discount_cents), 0)::bigint as cents from orders
        where state in ('pending', 'confirm')`
    }
    await purchase(50)
    const { token } = await shop.admin()
    const { body } = await shop.call('GET', '/api/admin/dashboard', { token })
    expect(body.unpaidOrders.amount).toBe((await unpaid()) / 100)
  })
})
