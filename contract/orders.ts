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
    tracking_url: Nullable(Type.String({ description: "the carrier's page about the parcel" })),
  },
  { title: 'Parcel' },
)
export type Parcel = Static<typeof Parcel>

/** One refund to the customer. */
const OrderRefund = Type.Object(
  {
    amount: Price,
    units: Type.Integer({ minimum: 0, description: 'units refunded; 0 if only money was' }),
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
    purchaseId: { ...Id, description: 'the same for all orders placed in one call' },
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
      description: 'how the purchase is paid for; `cash` is collected on delivery',
    },
    price: Price,
    total: { ...Price, description: 'the price times the quantity' },
    discount: { ...Price, description: "the order's share of what the coupon took off" },
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
    paid: { ...Price, description: 'everything paid for it, refunded or not' },
    paidDelivery: {
      ...Price,
      description: "the part of `paid` that is the purchase's delivery fee",
    },
    refunded: { ...Price, description: 'the sum of `refunds`' },
    owed: { ...Price, description: 'what is left to pay for it' },
    refunds: Type.Array(OrderRefund, { description: 'oldest first' }),
    address: Nullable({
      ...DeliveryAddress,
      description:
        'a copy, made when the order was placed or its address was set; null if it has none',
    }),
  },
  { title: 'Order' },
)
export type Order = Static<typeof Order>

/** What the orders of a purchase share besides their customer. */
export const PurchaseFacts = Type.Object(
  {
    delivery: { ...Price, description: 'the delivery fee for the whole purchase' },
    shippingMethod: Nullable(
      Type.Object({ name: Type.String(), name_ar: Type.String(), days: DeliveryDays }),
    ),
    coupon: Nullable(Type.String({ description: "the coupon's code" })),
    discount: { ...Price, description: 'what the coupon took off the items' },
    note: Nullable(Type.String({ description: "the customer's note to the shop" })),
  },
  { title: 'PurchaseFacts' },
)
export type PurchaseFacts = Static<typeof PurchaseFacts>

/**
 * A line as clients send it. Only `Product` and `quantity` are used; `orderBy` is compared with the
 * caller; the other fields of the specification are accepted and ignored.
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

/** What is bought, and how it reaches the customer. */
export const PurchaseBody = Type.Object({
  orders: Type.Array(OrderLine, { minItems: 1, maxItems: ORDER_LINES_MAX }),
  /** One of the caller's addresses; if absent, the default one, if there is one. */
  addressId: Type.Optional(Nullable(IdInput)),
  /** One of the quote's `deliveries`; if absent, the first that reaches the address. */
  delivery: Type.Optional(Nullable(IdInput)),
  coupon: Type.Optional(
    Nullable(
      Type.String({
        ...CODE,
        maxLength: 100,
        description: 'its code; a blank code counts as missing',
      }),
    ),
  ),
  note: Type.Optional(
    Nullable(
      Type.String({
        maxLength: PURCHASE_NOTE_MAX,
        description:
          'a note to the shop; surrounding spaces are removed, and a blank note counts as missing',
      }),
    ),
  ),
})
export type PurchaseBody = Static<typeof PurchaseBody>

export const quoteOrder = endpoint('POST /api/user/quote', {
  summary: 'What an order would cost now; nothing is reserved',
  access: 'customer',
  body: PurchaseBody,
  replies: {
    200: Type.Object({
      data: Quote,
      couponProblem: Nullable(
        Type.String({
          description: 'why the coupon is invalid; null when it is valid, or there is none',
        }),
      ),
      message: Nullable(
        Type.String({ description: 'why the order cannot be delivered; null when it can' }),
      ),
    }),
  },
  errors: ['not_found'],
})

export const placeOrder = endpoint('POST /api/user/order', {
  summary: 'Place orders, one for each line: all of them or none',
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
        description: '`online` if absent; `cash` if the quote offers it',
      }),
    ),
    total: Type.Optional(
      Nullable(
        Type.Number({
          minimum: 0,
          description:
            'the total of the quote that the customer saw: nothing is ordered if it has changed',
        }),
      ),
    ),
  }),
  // Refused if stock is short, the total has changed, the customer has too many unpaid orders
  // (`unpaid_orders`), or the shop takes no orders now (`maintenance`).
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
      delivery: { ...Price, description: 'the delivery fee for the whole purchase' },
    }),
    { description: 'the purchases that the orders belong to' },
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
          total: { ...Price, description: 'what the rest of the purchase would cost' },
          before: { ...Price, description: 'what it costs now' },
          couponFrom: Nullable({
            ...Price,
            description:
              "the coupon's minimum, if the rest no longer reaches it and loses the benefit",
          }),
          freeDeliveryFrom: Nullable({
            ...Price,
            description: 'the sum from which delivery is free, if the rest no longer reaches it',
          }),
        },
        { description: 'the other orders that are still to be paid; null if there are none' },
      ),
    ),
  },
  { title: 'Cancellation' },
)
export type Cancellation = Static<typeof Cancellation>

export const getCancellation = endpoint('GET /api/user/order/{id}/cancellation', {
  summary: 'What canceling one of your unpaid orders changes for the rest of its purchase',
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
        description: 'the total that was shown for the rest; a 409 if it has changed',
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
    'Copy one of your addresses to one of your orders: replace its address until it is paid, or add a missing one until it is delivered or canceled',
  access: 'customer',
  body: Type.Object({ addressId: IdInput }),
  replies: OrderReply,
  errors: ['conflict'],
})
