import { Type } from 'typebox'
import { CartItem, Quantity } from './cart-item.ts'
import { endpointsOf } from './endpoint.ts'
import { CART_BODY_MAX, ORDER_LINES_MAX } from './limits.ts'
import { Id, IdInput, MessageReply } from './schema.ts'

const endpoint = endpointsOf('Cart')

export { CartItem } from './cart-item.ts'

export const listCart = endpoint('GET /api/user/cart', {
  summary: 'The lines of your cart, newest first',
  access: 'customer',
  replies: { 200: Type.Object({ Carts: Type.Array(CartItem) }) },
})

export const addToCart = endpoint('POST /api/user/cart', {
  summary: 'Add one unit of a product to your cart',
  access: 'customer',
  body: Type.Object({ cart: IdInput }),
  replies: {
    200: Type.Object({
      status: Type.Literal(true),
      message: Type.String(),
      id: Id,
      data: CartItem,
    }),
  },
  errors: ['not_found', 'sold_out', 'cart_full'],
})

export const joinCart = endpoint('POST /api/user/cart/join', {
  summary:
    'Merge a cart filled before sign-in into your cart; for a product in both, the larger quantity is kept. `left` lists the ids of the products that were not added: unknown and deleted products, and products that no longer fit into the cart',
  access: 'customer',
  body: Type.Object({
    lines: Type.Array(Type.Object({ id: IdInput, quantity: Quantity }), {
      maxItems: ORDER_LINES_MAX,
    }),
  }),
  replies: { 200: Type.Object({ message: Type.String(), left: Type.Array(Id) }) },
  errors: ['cart_full'],
})

export const setCartQuantity = endpoint('PUT /api/user/cart/{id}', {
  summary: 'Set the quantity of a line in your cart',
  access: 'customer',
  body: Type.Object({ quantity: Quantity }),
  replies: { 200: Type.Object({ message: Type.String(), data: CartItem }) },
  errors: ['sold_out'],
})

export const removeFromCart = endpoint('DELETE /api/user/cart/{id}', {
  summary: 'Remove a line from your cart',
  access: 'customer',
  replies: { 200: Type.Object({ message: Type.String(), data: Id }) },
})

export const markCartRead = endpoint('POST /api/user/cart/markItRead', {
  summary: 'Mark cart lines as read; ids that are not in your cart are ignored',
  access: 'customer',
  bodyBytesMax: CART_BODY_MAX,
  body: Type.Object({
    carts: Type.Array(Type.Union([IdInput, Type.Object({ id: IdInput })]), {
      maxItems: ORDER_LINES_MAX,
    }),
  }),
  replies: { 200: MessageReply },
})
