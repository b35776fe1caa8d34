/** A payment makes its customer's rating count, and the lists show it immediately. */
import { expect, it } from 'vitest'
import { withBuying } from '#tests/kit/buying.ts'
import { CAN_MAIL, describeShop } from '#tests/kit/shop.ts'

describeShop(
  'the rating of a customer who pays',
  (shop) => {
    it('appears at once in the lists sorted by rating', async () => {
      const { placed, byStaff, pay } = withBuying(shop)
      const customer = await shop.customer()
      const [Product = 0, other] = await shop.products(2)
      const ranking = async () =>
        (await shop.as(customer, 'GET', '/api/products?sort=rating&limit=1')).body.products
      const [order] = await placed(customer, [{ Product }])
      await byStaff(order?.id, 'confirm')
      await shop.as(customer, 'POST', '/api/user/rate', { productId: Product, rating: 5 })
      for (let i = 0; i < 3; i++) expect(await ranking()).toMatchObject([{ id: other, ratings: 0 }])

      expect((await pay(customer, order?.id)).status).toBe(200)

      expect(await ranking()).toMatchObject([{ id: Product, ratings: 1 }])
    })
  },
  CAN_MAIL,
)
