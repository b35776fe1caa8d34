import { beforeAll } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { Person, Shop } from './shop.ts'

interface Given {
  quantity?: number
  /** In the shop's currency, such as 19.99. */
  price?: number
  coupon?: string
}

/**
 * Must be called inside `describeShop`; the functions that it returns, inside tests.
 * @param stock units of each order's product before the order
 */
export function withPaidOrders(shop: Shop, stock: number) {
  let admin: Person
  let sara: Person
  beforeAll(async () => {
    admin = await shop.admin()
    sara = await shop.customer({ username: 'Sara' })
    await shop.sql`update app_user set email_confirmed_at = now()`
  })

  return {
    customer: () => sara,

    async paid({ quantity = 5, price = 10, coupon }: Given = {}) {
      const product = await shop.product({ stock, price })
      const { body } = await shop.call('POST', '/api/user/order', {
        token: sara.token,
        body: { orders: [{ Product: product, quantity }], ...(coupon && { coupon }) },
      })
      const id: number = body.data[0].id
      await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: admin.token })
      await shop.call('POST', `/api/user/order/${id}/payment`, { token: sara.token })
      return { id, product }
    },

    refund: (id: number, body: object) =>
      shop.call('POST', `/api/admin/orders/${id}/refund`, {
        token: admin.token,
        body: { goodsBack: true, ...body },
      }),

    seen: async (id: number): Promise<Order> =>
      (await shop.call('GET', `/api/user/order/${id}`, { token: sara.token })).body.data,

    async stockOf(product: number) {
      const rows = await shop.sql`
        select on_hand, sold, written_off from product where id = ${product}`
      return rows[0]
    },
  }
}
