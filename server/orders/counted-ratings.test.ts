/** A payment makes its customer's rating count, and the lists show it at once. */
import { expect, it } from 'vitest'
import { CAN_MAIL, describeShop } from '#tests/kit/shop.ts'

describeShop(
  'the rating of a customer who pays',
  (shop) => {
    it('appears at once in the lists sorted by rating', async () => {
      const { token } = await shop.customer()
      const { token: staff } = await shop.admin()
      const [Product = 0, other] = await shop.products(2)
      const ranking = async () => {
        const query = { sort: 'rating', limit: '1' }
        const { body } = await shop.call('GET', '/api/products', { token, query })
        return body.products.map(({ id, ratings }: { id: number; ratings: number }) => [
          id,
          ratings,
        ])
      }
      const placed = await shop.call('POST', '/api/user/order', {
        token,
        body: { orders: [{ Product }] },
      })
      const id = placed.body.data[0].id
      await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: staff })
      await shop.call('POST', '/api/user/rate', {
        token,
        body: { productId: Product, rating: 5 },
      })
      for (let i = 0; i < 3; i++) expect(await ranking()).toEqual([[other, 0]])

      const { status } = await shop.call('POST', `/api/user/order/${id}/payment`, { token })

      expect(status).toBe(200)
      expect(await ranking()).toEqual([[Product, 1]])
    })
  },
  CAN_MAIL,
)
