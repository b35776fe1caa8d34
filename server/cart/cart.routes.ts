import * as contract from '#contract/cart.ts'
import type { Api } from '../platform/http/api.ts'
import type { Cart } from './cart.ts'

export function cartRoutes(api: Api, cart: Cart): void {
  api.route(contract.listCart, async ({ caller }) => ({ Carts: await cart.lines(caller) }))

  api.route(contract.addToCart, async ({ caller, body }) => {
    const line = await cart.add(caller, body.cart)
    return { status: true as const, message: 'Cart added successfuly.', id: line.id, data: line }
  })

  api.route(contract.joinCart, async ({ caller, body }) => {
    const lines = body.lines.map(({ id, quantity }) => ({ productId: id, quantity }))
    return { message: 'Carts merged.', left: await cart.join(caller, lines) }
  })

  api.route(contract.setCartQuantity, async ({ caller, params, body }) => ({
    message: 'Quantity changed.',
    data: await cart.setQuantity(caller, params.id, body.quantity),
  }))

  api.route(contract.removeFromCart, async ({ caller, params }) => {
    const { id } = params
    await cart.remove(caller, id)
    return { message: 'Cart deleted succefully.', data: id }
  })

  api.route(contract.markCartRead, async ({ caller, body }) => {
    const ids = body.carts.map((item) => (typeof item === 'object' ? item.id : item))
    await cart.markRead(caller, ids)
    return { message: 'Marked as read.' }
  })
}
