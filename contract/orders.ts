import { type Static, Type } from 'typebox'
import { DeliveryAddress } from './addresses.ts'
import { Quantity } from './cart-item.ts'
import { endpointsOf } from './endpoint.ts'
import {
  IDEMPOTENCY_KEY_MAX,
  ORDER_LINES_MAX,
  ORDERS_PAGE_MAX,
  PURCHASE_NOTE_MAX,
} from './limits.ts'
import { ORDER_STATES, WAYS_TO_PAY } from './order-moves.ts'
import { DeliveryDays, PriceChangedReply, Quote } from './quote.ts'
import { CODE, ErrorReply, Id, IdInput, Nullable, Price, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Orders')

/** How an order was sent; orders sent together share a parcel. */
export const Parcel = Type.Object(
  {
    id: Id,
    carrier: Nullable(Type.String()),
    tracking_number: Nullable(Type.String()),
    tracking_url: Nullable(
      Type.String({ description: "the carrier's tracking page for the parcel" }),
    ),
  },
  { title: 'Parcel' },
)
export type Parcel = Static<typeof Parcel>

export const OrderRefund = Type.Object(
  {
    amount: Price,
    units: Type.Integer({
      minimum: 0,
      description:
        'number of units refunded; 0 if only an amount was refunded, such as a price reduction or the delivery fee',
    }),
    kind: Type.Enum(['goods', 'delivery']),
    reason: Nullable(Type.String()),
    at: Timestamp,
  },
  { title: 'OrderRefund' },
)
export type OrderRefund = Static<typeof OrderRefund>

export const Order = Type.Object(
  {
    id: Id,
    purchaseId: {
      ...Id,
      description: 'id of the purchase, shared by all orders placed in one call',
    },
    dateOrder: Timestamp,
    quantity: Type.Integer({ minimum: 1 }),
    paymentMethod: Type.String(),
    deliveryMethod: Type.String(),
    orderBy: Id,
    Product: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    state: Type.Enum(ORDER_STATES),
    payment: {
      ...Type.Enum(WAYS_TO_PAY),
      description: 'how the purchase is paid for; `cash` is cash on delivery',
    },
    price: Price,
    total: { ...Price, description: 'the price times the quantity' },
    discount: {
      ...Price,
      description: "the order's share of the discount of the purchase's coupon",
    },
    confirmed_at: Nullable(Timestamp),
    paid_at: Nullable(Timestamp),
    delivered_at: Nullable(Timestamp),
    canceled_at: Nullable(Timestamp),
    sent_at: Nullable(Timestamp),
    parcel: Nullable(Parcel),
    product: Type.Object({
      id: Id,
      name: Type.String(),
      name_ar: Type.String(),
      price: Price,
      profileImage: Nullable(Type.String()),
    }),
    paid: {
      ...Price,
      description: 'the amount paid for the order, including amounts later refunded',
    },
    paidDelivery: {
      ...Price,
      description: "the part of `paid` that is the purchase's delivery fee",
    },
    refunded: { ...Price, description: 'the sum of `refunds`' },
    owed: { ...Price, description: 'the amount still due for the order, without delivery' },
    refunds: Type.Array(OrderRefund, { description: 'oldest first' }),
    address: Nullable({
      ...DeliveryAddress,
      description:
        'a copy, made when the order was placed or its address was set; null if no address was set',
    }),
  },
  { title: 'Order' },
)
export type Order = Static<typeof Order>

/** Facts about a whole purchase rather than one of its orders. */
export const PurchaseFacts = Type.Object(
  {
    delivery: { ...Price, description: 'the delivery fee of the whole purchase' },
    shippingMethod: Nullable(
      Type.Object({ name: Type.String(), name_ar: Type.String(), days: DeliveryDays }),
    ),
    coupon: Nullable(Type.String({ description: "the coupon's code; null if there is no coupon" })),
    discount: {
      ...Price,
      description: "the coupon's discount on the items; does not include free delivery",
    },
    note: Nullable(
      Type.String({ description: "the customer's note to the shop; null if there is none" }),
    ),
  },
  { title: 'PurchaseFacts' },
)
export type PurchaseFacts = Static<typeof PurchaseFacts>

/**
 * A purchase line as sent by clients. `orderBy` must be the caller; the other fields listed in the specification are
 * ignored.
 */
export const OrderLine = Type.Object({
  Product: IdInput,
  quantity: Type.Optional(Quantity),
  orderBy: Type.Optional(IdInput),
})
export type OrderLine = Static<typeof OrderLine>

export const OutOfStockReply = Type.Object({
  status: Type.Literal(409),
  error: Type.Literal('out_of_stock'),
  message: Type.String(),
  products: Type.Array(
    Type.Object({ id: Id, name: Type.String(), available: Type.Integer({ minimum: 0 }) }),
  ),
})

export const PlaceOrderReply = Type.Object({
  status: Type.Literal(201),
  message: Type.String(),
  data: Type.Array(Order),
})
export type PlaceOrderReply = Static<typeof PlaceOrderReply>

export const PurchaseBody = Type.Object({
  orders: Type.Array(OrderLine, { minItems: 1, maxItems: ORDER_LINES_MAX }),
  /** Id of one of the caller's addresses; if absent, the default address is used, if any. */
  addressId: Type.Optional(Nullable(IdInput)),
  /** Id of one of the quote's `deliveries`; if absent, the first one is used. */
  delivery: Type.Optional(Nullable(IdInput)),
  coupon: Type.Optional(
    Nullable(
      Type.String({
        ...CODE,
        maxLength: 100,
        description: 'a coupon code; a blank code is treated as missing',
      }),
    ),
  ),
  note: Type.Optional(
    Nullable(
      Type.String({
        maxLength: PURCHASE_NOTE_MAX,
        description: 'a note to the shop; it is trimmed, and a blank note is treated as missing',
      }),
    ),
  ),
})
export type PurchaseBody = Static<typeof PurchaseBody>

export const quoteOrder = endpoint('POST /api/user/quote', {
  summary: 'What a purchase would cost now; nothing is reserved',
  access: 'customer',
  body: PurchaseBody,
  replies: {
    200: Type.Object({
      data: Quote,
      couponProblem: Nullable(
        Type.String({
          description:
            'why the coupon cannot be used; null if it can be used or no coupon was sent',
        }),
      ),
      message: Nullable(
        Type.String({
          description: 'why the purchase cannot be delivered; null if it can be delivered',
        }),
      ),
    }),
  },
  errors: ['not_found'],
})

export const placeOrder = endpoint('POST /api/user/order', {
  summary: 'Place one order per line, all or none',
  access: 'customer',
  headers: Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({ minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX, pattern: '^[\\x21-\\x7e]+$' }),
    ),
  }),
  body: Type.Object({
    ...PurchaseBody.properties,
    payment: Type.Optional(
      Nullable({
        ...Type.Enum(WAYS_TO_PAY),
        description: '`online` if absent; `cash` only if the quote offers it',
      }),
    ),
    total: Type.Optional(
      Nullable(
        Type.Number({
          minimum: 0,
          description:
            'the total of the quote shown to the customer; if it has changed, the call returns a 409 `price_changed`',
        }),
      ),
    ),
  }),
  // Other 409 codes are `unpaid_orders` (the customer has too many) and `maintenance` (the shop is closed).
  replies: {
    201: PlaceOrderReply,
    409: Type.Union([OutOfStockReply, PriceChangedReply, ErrorReply]),
  },
  errors: ['forbidden', 'not_found'],
})

export const OrdersQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: ORDERS_PAGE_MAX,
      description: `${ORDERS_PAGE_MAX} if absent`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: '`nextCursor` of the previous page' }),
  ),
})
export type OrdersQuery = Static<typeof OrdersQuery>

const OrdersReply = Type.Object({
  data: Type.Array(Order),
  purchases: Type.Array(
    Type.Object({
      id: Id,
      delivery: { ...Price, description: 'the delivery fee of the whole purchase' },
    }),
    { description: 'the purchases of these orders, newest first' },
  ),
  nextCursor: Nullable(Type.String()),
})
export type OrdersReply = Static<typeof OrdersReply>

export const listOrders = endpoint('GET /api/user/order', {
  summary: 'Your orders, newest first',
  access: 'customer',
  query: OrdersQuery,
  replies: { 200: OrdersReply },
})

export const getOrder = endpoint('GET /api/user/order/{id}', {
  summary: 'One of your orders',
  access: 'customer',
  replies: { 200: Type.Object({ data: Order }) },
})

const OrderReply = { 200: Type.Object({ data: Order }) }

export const Cancellation = Type.Object(
  {
    rest: Nullable(
      Type.Object(
        {
          total: {
            ...Price,
            description:
              'the amount that would be due for these orders and the delivery after the cancellation',
          },
          before: {
            ...Price,
            description: 'the amount due for these orders and the delivery now',
          },
          couponFrom: Nullable({
            ...Price,
            description:
              "the coupon's minimum item subtotal, if the rest of the purchase would fall below it and lose the coupon; otherwise null",
          }),
          freeDeliveryFrom: Nullable({
            ...Price,
            description:
              'the item subtotal at or above which delivery is free, if the rest of the purchase would fall below it and lose free delivery; otherwise null',
          }),
        },
        {
          description:
            "the purchase's other unpaid orders, except those sent or being paid; null if there are none",
        },
      ),
    ),
  },
  { title: 'Cancellation' },
)
export type Cancellation = Static<typeof Cancellation>

export const getCancellation = endpoint('GET /api/user/order/{id}/cancellation', {
  summary: 'What canceling one of your unpaid orders would change for the rest of its purchase',
  access: 'customer',
  replies: { 200: Type.Object({ data: Cancellation }) },
})

export const cancelOrder = endpoint('POST /api/user/order/{id}/cancel', {
  summary: 'Cancel one of your unpaid orders; its units return to stock',
  access: 'customer',
  body: Type.Optional(
    Type.Object({
      total: Type.Optional({
        ...Price,
        description:
          'the `total` of the cancellation shown to the customer; if it has changed, the call returns a 409',
      }),
    }),
  ),
  replies: OrderReply,
  errors: ['conflict'],
})

export const deliverOrder = endpoint('POST /api/user/order/{id}/delivered', {
  summary: 'Mark one of your orders as delivered',
  access: 'customer',
  replies: OrderReply,
  errors: ['conflict'],
})

export const setOrderAddress = endpoint('PUT /api/user/order/{id}/address', {
  summary:
    'Copy one of your addresses to one of your orders. Until the order is paid or sent, this replaces its address; once the order is paid, it can only add a missing address, until the order is delivered or canceled',
  access: 'customer',
  body: Type.Object({ addressId: IdInput }),
  replies: OrderReply,
  errors: ['conflict'],
})
