/** The cart and orders, as used by an independent client. */
import { describe, expect, it } from 'vitest'
import { DESCRIPTION_MAX, ORDER_LINES_MAX } from '#contract/limits.ts'
import { describeShop } from '#tests/kit/shop.ts'
import {
  errorReply,
  ID,
  invalid,
  MESSAGE,
  outsideClient,
  TIME,
  withCart,
} from './outside-client.ts'

describeShop('the wire contract of selling', (shop) => {
  const { ask } = outsideClient(shop)

  describe('a cart', () => {
    const item = (id: number) =>
      expect.objectContaining({
        id,
        name: MESSAGE,
        price: 19.99,
        quantity: ID,
        user_id: ID,
        isRead: false,
        description: MESSAGE,
        created_at: TIME,
      })

    it('takes a product by its number or its numeric string', async () => {
      const [{ token }, id] = [await shop.customer(), await shop.product()]
      for (const [cart, quantity] of [
        [id, 1],
        [String(id), 2],
      ]) {
        const answer = await ask('POST /api/user/cart', { token, body: { cart, price: 1, x: {} } })
        expect(answer).toEqual({
          status: 200,
          body: { status: true, message: 'Cart added successfuly.', id, data: item(id) },
        })
        expect(answer.body.data.quantity).toBe(quantity)
      }
      expect(await ask('GET /api/user/cart', { token })).toEqual({
        status: 200,
        body: { Carts: [item(id)] },
      })
      expect(await ask(`DELETE /api/user/cart/${id}`, { token })).toEqual({
        status: 200,
        body: { message: 'Cart deleted succefully.', data: id },
      })
      expect(await ask(`DELETE /api/user/cart/${id}`, { token })).toEqual(
        errorReply(404, 'not_found'),
      )
    })

    it('accepts nothing else as a number', async () => {
      const { token, product } = await withCart(shop)
      for (const cart of [[1], {}, null, '1.0', ' 1', '1e3']) {
        const answer = await ask('POST /api/user/cart', { token, body: { cart } })
        expect(answer, JSON.stringify(cart)).toEqual(invalid('cart'))
      }
      for (const quantity of ['2', 0, 100, 1.5]) {
        const answer = await ask(`PUT /api/user/cart/${product}`, { token, body: { quantity } })
        expect(answer, JSON.stringify(quantity)).toEqual(invalid('quantity'))
      }
    })

    it('is marked as read by items, by ids and by both, own lines only', async () => {
      const other = await withCart(shop)
      const { token, product } = await withCart(shop)
      const { Carts } = (await ask('GET /api/user/cart', { token })).body
      for (const carts of [
        Carts,
        Array(ORDER_LINES_MAX).fill({ ...Carts[0], description: 'x'.repeat(2 * DESCRIPTION_MAX) }),
        [product],
        [String(product)],
        [{ id: String(product) }, product, 999_999],
        [],
      ]) {
        expect(await ask('POST /api/user/cart/markItRead', { token, body: { carts } })).toEqual({
          status: 200,
          body: { message: MESSAGE },
        })
      }
      await ask('POST /api/user/cart/markItRead', { token, body: { carts: [other.product] } })
      const readOf = async (token: string) =>
        (await ask('GET /api/user/cart', { token })).body.Carts.map(
          ({ isRead }: { isRead: boolean }) => isRead,
        )
      expect([await readOf(token), await readOf(other.token)]).toEqual([[true], [false]])
    })
  })

  describe('an order', () => {
    const ordered = (product: number, userId: number) => ({
      id: ID,
      purchaseId: ID,
      dateOrder: TIME,
      quantity: 2,
      payment: 'online',
      paymentMethod: 'card',
      deliveryMethod: 'delivery',
      orderBy: userId,
      Product: product,
      created_at: TIME,
      updated_at: TIME,
      state: 'pending',
      price: 19.99,
      total: 39.98,
      confirmed_at: null,
      paid_at: null,
      delivered_at: null,
      canceled_at: null,
      sent_at: null,
      parcel: null,
      discount: 0,
      paid: 0,
      paidDelivery: 0,
      refunded: 0,
      owed: 39.98,
      refunds: [],
      product: expect.objectContaining({
        id: product,
        name: MESSAGE,
        price: 19.99,
        profileImage: null,
      }),
      address: null,
    })

    it('is placed from the cart by the lines of the specification, and paid', async () => {
      const { token, product, person } = await withCart(shop)
      // A client that sends no shipping method, as specified, gets the free one, even if staff offer more.
      const staff = (await shop.admin()).token
      const express = {
        name: 'Express',
        name_ar: 'سريع',
        places: null,
        fee: 7,
        free_from: null,
        days_min: 1,
        days_max: 2,
        last_hour: 14,
        is_active: true,
      }
      const offered = await ask('POST /api/admin/shipping-methods', { token: staff, body: express })
      expect(offered.status).toBe(201)
      const line = lineOf(product, person.id, {
        quantity: 2,
        price: 0.01,
        id: 7,
        Product: String(product),
      })

      const placed = await ask('POST /api/user/order', {
        token,
        body: { orders: [line], sum: 0 },
      })

      expect(placed).toEqual({
        status: 201,
        body: {
          status: 201,
          message: 'Order submitted successfully',
          data: [ordered(product, person.id)],
        },
      })
      const [{ id, created_at }] = placed.body.data
      expect(created_at > '2021').toBe(true)
      expect((await ask('GET /api/user/cart', { token })).body).toEqual({ Carts: [] })
      const list = await ask('GET /api/user/order', { token })
      expect(list.body.data).toEqual([ordered(product, person.id)])
      expect(await ask(`GET /api/user/order/${id}`, { token })).toEqual({
        status: 200,
        body: { data: ordered(product, person.id) },
      })
      await ask(`POST /api/admin/orders/${id}/confirm`, { token: staff })
      const payment = await ask(`POST /api/user/order/${id}/payment`, { token })
      expect(payment).toMatchObject({
        status: 200,
        body: { data: { state: 'complete', total: 39.98, paid: 39.98, paidDelivery: 0 } },
      })
    })
  })
})

function lineOf(product: number, orderBy: number, fields = {}) {
  return {
    dateOrder: '2020-01-01',
    quantity: 1,
    paymentMethod: 'card',
    deliveryMethod: 'delivery',
    orderBy,
    Product: product,
    created_at: '2020-01-01',
    updated_at: '2020-01-01',
    state: 'complete',
    ...fields,
  }
}
