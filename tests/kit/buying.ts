import { expect } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { Person, Shop } from './shop.ts'

/** @returns functions that place, confirm, pay and refund orders; they must be called inside tests. */
export function withBuying(shop: Shop) {
  let staff: Promise<Person> | undefined

  const place = (person: Person, orders: readonly unknown[], more: object = {}) =>
    shop.as(person, 'POST', '/api/user/order', { orders, ...more })

  /** @returns the new orders, one for each entry of `orders`, in the same sequence. */
  async function placed(person: Person, orders: readonly unknown[], more?: object) {
    const { status, text, body } = await place(person, orders, more)
    expect(status, text).toBe(201)
    return body.data as Order[]
  }

  async function byStaff(id: number | undefined, move: string, body?: object) {
    staff ??= shop.admin()
    return shop.as(await staff, 'POST', `/api/admin/orders/${id}/${move}`, body)
  }

  const pay = (person: Person, id: number | undefined) =>
    shop.as(person, 'POST', `/api/user/order/${id}/payment`)

  const payPurchase = (person: Person, id: number | undefined) =>
    shop.as(person, 'POST', `/api/user/purchases/${id}/payment`)

  return {
    place,
    placed,
    byStaff,
    pay,
    payPurchase,

    /** Places a purchase, confirms its orders as staff and pays it. @returns the orders as they were when placed. */
    async paid(person: Person, orders: readonly unknown[], more?: object): Promise<Order[]> {
      const all = await placed(person, orders, more)
      for (const { id } of all) await byStaff(id, 'confirm')
      expect((await payPurchase(person, all[0]?.purchaseId)).status).toBe(200)
      return all
    },

    refund: (id: number | undefined, body: object = {}) =>
      byStaff(id, 'refund', { goodsBack: true, ...body }),

    /** The order as its customer sees it. */
    seen: async (person: Person, id: number | undefined): Promise<Order> =>
      (await shop.as(person, 'GET', `/api/user/order/${id}`)).body.data,
  }
}
