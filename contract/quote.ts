/** What a purchase would cost now, as the cart shows it before ordering. */
import { type Static, Type } from 'typebox'
import { WAYS_TO_PAY } from './order-moves.ts'
import { Id, Nullable, named, names, Price } from './schema.ts'

export const DeliveryDays = Nullable(
  Type.Object(
    { min: Type.Integer({ minimum: 0 }), max: Type.Integer({ minimum: 0 }) },
    { description: 'number of days from order to delivery; null if no delivery time is promised' },
  ),
)

export const DeliveryOffer = Type.Object(
  {
    ...named,
    fee: Price,
    days: DeliveryDays,
  },
  { title: 'DeliveryOffer' },
)
export type DeliveryOffer = Static<typeof DeliveryOffer>

export const QuoteLine = Type.Object({
  Product: Id,
  ...names,
  price: Price,
  quantity: Type.Integer({ minimum: 1 }),
  total: {
    ...Price,
    description: 'the price times the number of requested units that can be ordered',
  },
  available: Type.Integer({ minimum: 0, description: 'units that can be ordered now' }),
})
export type QuoteLine = Static<typeof QuoteLine>

export const ContainedTax = Type.Object({
  ...names,
  percent: Type.Number(),
  amount: Price,
})
export type ContainedTax = Static<typeof ContainedTax>

export const Quote = Type.Object(
  {
    lines: Type.Array(QuoteLine),
    items: { ...Price, description: 'the item subtotal: the sum of the totals of `lines`' },
    deliveries: Type.Array(DeliveryOffer, {
      description:
        'the shipping methods available for the address, in display order; all of them if there is no address',
    }),
    delivery: Nullable({
      ...Id,
      description:
        'id of the requested shipping method if it is offered, otherwise of the first one; null if none is available for the address',
    }),
    deliveryFee: Price,
    coupon: Nullable(
      Type.Object({
        code: Type.String(),
        kind: Type.String({ description: '`percent`, `amount` or `delivery`' }),
        percent: Nullable(Type.Integer()),
      }),
    ),
    discount: {
      ...Price,
      description: "the coupon's discount on the items; does not include free delivery",
    },
    total: { ...Price, description: '`items` less `discount`, plus `deliveryFee`' },
    tax: Nullable({
      ...ContainedTax,
      description:
        "the tax included in `total`, at the rate of the delivery country (without an address, the seller's country); null if that country has no rate",
    }),
    payments: Type.Array(Type.Enum(WAYS_TO_PAY), {
      description: 'the ways to pay offered for this purchase',
    }),
    cashMax: Nullable({
      ...Price,
      description: 'the maximum total for cash on delivery, if `total` exceeds it; otherwise null',
    }),
  },
  { title: 'Quote' },
)
export type Quote = Static<typeof Quote>

export const PriceChangedReply = Type.Object({
  status: Type.Literal(409),
  error: Type.Literal('price_changed'),
  message: Type.String(),
  quote: Quote,
})
export type PriceChangedReply = Static<typeof PriceChangedReply>
