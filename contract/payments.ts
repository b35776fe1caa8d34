import { type Static, Type } from 'typebox'
import { endpointsOf } from './endpoint.ts'
import { InvoiceHead } from './invoices.ts'
import { Order, PurchaseFacts } from './orders.ts'
import { Id, Nullable, Price, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Payments')

/** Outcomes that the sandbox can simulate; they stand in for card numbers, since no card data ever reaches the shop. */
export const SANDBOX_CARDS = ['approve', 'decline', 'timeout'] as const

const testCard = Type.Optional(
  Type.Enum(SANDBOX_CARDS, { description: 'sandbox only: the outcome to simulate' }),
)

const redirect = Type.Optional(
  Type.String({
    description:
      "the URL of the provider's page on which the customer pays; absent if no such page is needed",
  }),
)

export const payOrder = endpoint('POST /api/user/order/{id}/payment', {
  summary: 'Pay for one of your confirmed orders through the configured provider',
  access: 'customer',
  body: Type.Optional(Type.Object({ testCard })),
  replies: { 200: Type.Object({ data: Order, redirect }) },
  errors: ['conflict', 'payment_declined', 'maintenance'],
})

export const Purchase = Type.Object(
  {
    id: Id,
    orders: Type.Array(Order),
    ...PurchaseFacts.properties,
    due: Type.Object(
      { delivery: Price, discount: Price, total: Price },
      {
        description:
          'the amounts due now for the confirmed orders, plus the delivery fee unless it has already been paid',
      },
    ),
    payBefore: Nullable({
      ...Timestamp,
      description:
        'when the first of the confirmed orders is canceled if it is not paid; null if none is',
    }),
    paid: {
      ...Price,
      description: 'the amount paid for the purchase, including amounts later refunded',
    },
    refunded: Price,
    invoices: Type.Array(InvoiceHead, { description: 'invoices and credit notes, oldest first' }),
  },
  { title: 'Purchase' },
)
export type Purchase = Static<typeof Purchase>

export const getPurchase = endpoint('GET /api/user/purchases/{id}', {
  summary: 'One of your purchases: its orders and payments',
  access: 'customer',
  replies: { 200: Type.Object({ data: Purchase }) },
})

export const payPurchase = endpoint('POST /api/user/purchases/{id}/payment', {
  summary:
    'Pay for all confirmed orders of one of your purchases, and for its delivery, in one payment',
  access: 'customer',
  body: Type.Optional(
    Type.Object({
      testCard,
      total: Type.Optional({
        ...Price,
        description: 'the total shown to the customer; if it has changed, the call returns a 409',
      }),
    }),
  ),
  replies: { 200: Type.Object({ data: Type.Array(Order), redirect }) },
  errors: ['conflict', 'payment_declined', 'maintenance'],
})

export const stripeWebhook = endpoint('POST /api/payments/stripe/webhook', {
  summary:
    'Receive events from Stripe, signed in the `Stripe-Signature` header; each event is applied once',
  access: 'public',
  headers: Type.Object({ 'stripe-signature': Type.Optional(Type.String()) }),
  // Real events are far smaller.
  bodyBytesMax: 256 * 1024,
  // The signature covers the raw bytes, so the handler needs the unparsed body.
  reads: {
    type: 'application/json',
    schema: Type.Object(
      { id: Type.String(), type: Type.String() },
      { additionalProperties: true, description: 'an Event object from Stripe' },
    ),
  },
  replies: { 200: Type.Object({ received: Type.Literal(true) }) },
  errors: ['not_found'],
})
