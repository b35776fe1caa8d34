import { type Static, Type } from 'typebox'
import { QUANTITY_MAX, QUANTITY_MIN } from './limits.ts'
import { Id, Nullable, named, Price, Timestamp } from './schema.ts'

export const Quantity = Type.Integer({ minimum: QUANTITY_MIN, maximum: QUANTITY_MAX })

/** One line of a cart. Its id is its product's id, since a cart has at most one line per product. */
export const CartItem = Type.Object(
  {
    ...named,
    img: Nullable(Type.String()),
    profileImage: Nullable(Type.String()),
    price: Price,
    added_price: {
      ...Price,
      description:
        'the price when the product was last added; the current price if that is unknown',
    },
    compare_at_price: Nullable(Price),
    prior_price: Type.Optional(Price),
    quantity: Quantity,
    user_id: Id,
    isRead: Type.Boolean(),
    description: Type.String(),
    description_ar: Type.String(),
    created_at: Timestamp,
  },
  { title: 'CartItem' },
)
export type CartItem = Static<typeof CartItem>
