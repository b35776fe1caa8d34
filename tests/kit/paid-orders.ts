import { beforeAll } from 'vitest'
import { withBuying } from './buying.ts'
import type { Person, Shop } from './shop.ts'

interface Given {
  quantity?: number
  /** In the shop's currency, such as 19.99. */
  price?: number
  coupon?: string
}

/**
 * Must be called inside `describeShop`; the functions that it returns, inside tests.
 * @param stock how many units of an order's product are in stock before the order
 */
export function withPaidOrders(shop: Shop, stock: number) {
  const buying = withBuying(shop)
  let sara: Person
  beforeAll(async () => {
    sara = await shop.customer({ username: 'Sara' })
    await shop.sql`update app_user set email_confirmed_at = now()`
  })

  return {
    customer: () => sara,

    async paid({ quantity = 5, price = 10, coupon }: Given = {}) {
      const product = await shop.product({ stock, price })
      const [order] = await buying.paid(sara, [{ Product: product, quantity }], { coupon })
      return { id: order?.id ?? 0, product }
    },

    refund: buying.refund,

    seen: (id: number) => buying.seen(sara, id),

    async stockOf(product: number) {
      const rows = await shop.sql`
        select on_hand, sold, written_off from product where id = ${product}`
      return rows[0]
    },
  }
}
