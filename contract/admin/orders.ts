import { type Static, Type } from 'typebox'
import { addressFields } from '../addresses.ts'
import { Quantity } from '../cart-item.ts'
import { QUANTITY_MAX, REFUND_REASON_MAX } from '../limits.ts'
import { MOVERS, MOVES, ORDER_STAGES } from '../order-moves.ts'
import { Order, OrderRefund, PurchaseFacts } from '../orders.ts'
import { CurrentPassword, Id, IdInput, Nullable, Price, PriceInput, Timestamp } from '../schema.ts'
import {
  editOf,
  Moment,
  NextCursor,
  pageQuery,
  Search,
  staffEndpoint,
  versioned,
} from './shared.ts'

export const AdminOrder = Type.Object(
  {
    ...Order.properties,
    customer: Type.Object({
      id: Id,
      username: Type.String(),
      email: Type.String(),
      guest: Type.Boolean(),
      closed: Type.Boolean({
        description: 'whether the account was deleted, so that the order cannot get an address',
      }),
    }),
    deliveryFee: {
      ...Price,
      description:
        'the delivery fee of the purchase if this is the order that paid it or, before that, the first one that is not canceled (or the first one if all are); otherwise 0',
    },
    isLate: Type.Boolean({
      description:
        'whether the order is late: still not sent or delivered more than `late_hours` (see the shop rules) after it was paid or, for cash on delivery, confirmed',
    }),
    isTest: Type.Boolean({
      description: 'whether the order was paid in test mode, which excludes it from sales figures',
    }),
  },
  { title: 'AdminOrder' },
)
export type AdminOrder = Static<typeof AdminOrder>

export { ORDER_STAGES, type OrderStage } from '../order-moves.ts'

export const AdminOrdersQuery = Type.Object({
  state: Type.Optional(Type.Enum(ORDER_STAGES)),
  search: Type.Optional({
    ...Search,
    description:
      'the number of an order, parcel or invoice, `purchase` and its number, a tracking number, a phone number, or search terms for the product or customer',
  }),
  customer: Type.Optional(IdInput),
  product: Type.Optional(IdInput),
  from: Moment,
  to: Moment,
  ...pageQuery,
})
export type AdminOrdersQuery = Static<typeof AdminOrdersQuery>

export const listAdminOrders = staffEndpoint('GET /api/admin/orders', {
  summary:
    'All orders, newest first or, if `state` is `late`, longest waiting first. `from` and `to` filter by when they were placed',
  query: AdminOrdersQuery,
  replies: { 200: Type.Object({ orders: Type.Array(AdminOrder), nextCursor: NextCursor }) },
})

export const OrderCounts = Type.Object(
  {
    total: Type.Integer(),
    pending: Type.Integer(),
    confirm: Type.Integer(),
    complete: Type.Integer(),
    canceled: Type.Integer(),
    unpaid: Type.Integer(),
    shipped: Type.Integer({ description: 'paid but not delivered' }),
    unsent: Type.Integer({
      description: 'neither sent nor delivered, and either paid or confirmed for cash on delivery',
    }),
    sent: Type.Integer(),
    late: Type.Integer({ description: 'unsent for longer than `late_hours` in the shop rules' }),
    delivered: Type.Integer(),
    refunding: Type.Integer({
      description: 'orders with a refund not yet made by the payment provider',
    }),
    refunded: Type.Integer({ description: 'canceled after payment' }),
  },
  { title: 'OrderCounts' },
)
export type OrderCounts = Static<typeof OrderCounts>

export const countAdminOrders = staffEndpoint('GET /api/admin/orders/counts', {
  summary: 'The number of orders in each state, across the whole shop',
  replies: { 200: Type.Object({ counts: OrderCounts }) },
})

/** The cash to collect in one payment, for a purchase's orders in one parcel or for its unsent orders. */
export const CashDue = Type.Object(
  {
    orders: Type.Array(Id),
    parcel: Nullable({
      ...Id,
      description: 'the parcel that contains the orders; null if they have not been sent',
    }),
    total: Price,
  },
  { title: 'CashDue' },
)
export type CashDue = Static<typeof CashDue>

const PAYMENT_STATES = [
  'started',
  'authorized',
  'captured',
  'failed',
  'voided',
  'refunded',
  'review',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

const RefundedPart = Type.Pick(OrderRefund, ['amount', 'units'])

export const AdminOrderDetail = Type.Object({
  data: AdminOrder,
  addressVersion: {
    ...versioned.version,
    description: "the version of the order's address; it changes whenever the address does",
  },
  purchase: PurchaseFacts,
  together: Type.Array(Id, {
    description: 'ids of the other orders of its purchase, oldest first',
  }),
  deliveryRefund: {
    ...Price,
    description:
      'the delivery fee that a full refund of the order also refunds: 0 while its purchase has another order that is not canceled',
  },
  cash: Nullable({ ...CashDue, description: 'the cash to collect; null if there is none' }),
  history: Type.Array(
    Type.Object({
      move: Type.Enum(['place', ...MOVES]),
      from: Nullable(Type.String()),
      to: Type.String(),
      by: Type.Enum(MOVERS),
      actor: Nullable(Type.String()),
      at: Timestamp,
      part: Nullable({
        ...RefundedPart,
        description:
          'what a partial refund, after which the order stays paid, gave back; null for all other entries',
      }),
    }),
    { description: 'the moves and partial refunds of the order, oldest first' },
  ),
  payments: Type.Array(
    Type.Object({
      id: Type.String(),
      provider: Type.String(),
      amount: Price,
      state: Type.Enum(PAYMENT_STATES),
      created_at: Timestamp,
      updated_at: Timestamp,
    }),
  ),
})
export type AdminOrderDetail = Static<typeof AdminOrderDetail>

export const getAdminOrder = staffEndpoint('GET /api/admin/orders/{id}', {
  summary: 'One order with its history and payments',
  replies: { 200: AdminOrderDetail },
})

const OrderReply = { 200: Type.Object({ data: AdminOrder }) }

const move = { replies: OrderReply, errors: ['conflict'] } as const

export const confirmAdminOrder = staffEndpoint('POST /api/admin/orders/{id}/confirm', {
  summary: 'Confirm a pending order, which can then be paid',
  ...move,
})

export const cancelAdminOrder = staffEndpoint('POST /api/admin/orders/{id}/cancel', {
  summary: 'Cancel an unpaid order; its units return to stock',
  ...move,
})

export const deliverAdminOrder = staffEndpoint('POST /api/admin/orders/{id}/delivered', {
  summary: 'Mark a paid order as delivered',
  ...move,
})

export const undoDelivery = staffEndpoint('DELETE /api/admin/orders/{id}/delivered', {
  summary:
    'Undo marking an order as delivered, within a day after staff marked it, unless a refund or rating has followed',
  ...move,
})

export const correctOrderAddress = staffEndpoint('PUT /api/admin/orders/{id}/address', {
  summary:
    "Set or correct the address of an order that has not been sent, and of its purchase's other unsent orders with the same address; the customer's own addresses stay as they are. Once the order is paid, a new address must be in the same country or in the country whose tax is on its invoice, unless the order has no address yet. `version` is the order's `addressVersion`",
  body: Type.Object({ ...addressFields, ...editOf }),
  replies: OrderReply,
  errors: ['conflict', 'edited_meanwhile'],
})

export const refundAdminOrder = staffEndpoint('POST /api/admin/orders/{id}/refund', {
  summary:
    'Refund a paid order in full or in part. `units` refunds the price paid for those units, or the remaining amount if that is less; `amount` refunds money only, and the customer keeps the units. If neither is given, or `units` covers all remaining units, everything that remains is refunded and the order is canceled. With `goodsBack`, the units return to stock; otherwise they are written off. Requires `current_password` unless this session signed in or confirmed the password within the last ten minutes',
  stepUp: true,
  body: Type.Object({
    goodsBack: Type.Boolean(),
    // Not null, which could stand for an unreadable number: without a number, everything is refunded.
    units: Type.Optional(Quantity),
    amount: Type.Optional(PriceInput),
    left: Type.Optional(
      Nullable({
        ...PriceInput,
        description:
          'the amount shown as left to refund; if it has changed since, the call returns a 409',
      }),
    ),
    leftUnits: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 0,
          maximum: QUANTITY_MAX,
          description:
            'the number of units shown as left to refund; if it has changed since, the call returns a 409',
        }),
      ),
    ),
    reason: Type.Optional(
      Nullable(Type.String({ maxLength: REFUND_REASON_MAX, description: 'shown to the customer' })),
    ),
    current_password: CurrentPassword,
  }),
  replies: OrderReply,
  errors: ['conflict'],
})
