import { expect, it } from 'vitest'
import type { AdminOrder } from '#contract/admin.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { describeShop } from '#tests/kit/shop.ts'

describeShop('the delivery fee in what staff see', (shop) => {
  const { placed, byStaff, pay, refund } = withBuying(shop)
  shop.keepInvariants()

  it('is on one order of each purchase and, until it is paid, in the amount of the unpaid orders', async () => {
    const staff = await shop.admin()
    const person = await shop.customer()
    const [lamp, cable] = await shop.products(2, { price: 10, stock: 9 })
    await shop.sql`update shipping_method set fee_cents = 500`
    const fees = async () => {
      const { body } = await shop.as(staff, 'GET', '/api/admin/orders')
      return body.orders.map(({ deliveryFee }: AdminOrder) => deliveryFee).reverse()
    }
    const unpaid = async () => {
      const { body } = await shop.as(staff, 'GET', '/api/admin/dashboard?days=7')
      return body.unpaidOrders.amount
    }
    await placed(person, [{ Product: lamp }])
    const [first, second] = await placed(person, [{ Product: lamp }, { Product: cable }])

    expect(await fees()).toEqual([5, 5, 0])
    expect(await unpaid()).toBe(40)

    await byStaff(second?.id, 'confirm')
    expect((await pay(person, second?.id)).status).toBe(200)
    expect(await fees(), 'the fee was paid with the second order').toEqual([5, 0, 5])
    expect(await unpaid()).toBe(25)

    expect((await refund(second?.id)).status).toBe(200)
    expect(await fees(), 'the shop keeps it while the first order may be delivered').toEqual([
      5, 0, 5,
    ])
    expect(await unpaid()).toBe(25)

    await byStaff(first?.id, 'cancel')
    expect(await fees(), 'it was returned').toEqual([5, 5, 0])
    expect(await unpaid()).toBe(15)
  })
})
