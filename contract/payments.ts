import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Order } from './orders.ts'
import { IdParams } from './schema.ts'

/**
 * Selects how the sandbox behaves, instead of a card number: no card data ever reaches the shop.
 */
export const SANDBOX_CARDS = ['approve', 'decline', 'timeout'] as const

export const payOrder = endpoint('POST /api/user/order/{id}/payment', {
  summary: 'Pay one of your confirmed orders through the configured provider',
  tag: 'Payments',
  access: 'customer',
  params: IdParams,
  body: Type.Optional(
    Type.Object({
      testCard: Type.Optional(
        Type.Enum(SANDBOX_CARDS, { description: 'sandbox only: the outcome to simulate' }),
      ),
    }),
  ),
  replies: {
    200: Type.Object({
      data: Order,
      redirect: Type.Optional(
        Type.String({ description: "the provider's own page, where the customer pays" }),
      ),
    }),
  },
  refusals: ['conflict', 'payment_declined'],
})

export const stripeWebhook = endpoint('POST /api/payments/stripe/webhook', {
  summary: "Stripe's events, signed in the header Stripe-Signature; each is applied once",
  tag: 'Payments',
  access: 'public',
  headers: Type.Object({ 'stripe-signature': Type.Optional(Type.String()) }),
  // The signature covers the raw bytes, so the body is read unparsed.
  reads: {
    type: 'application/json',
    schema: Type.Object(
      { id: Type.String(), type: Type.String() },
      { additionalProperties: true, description: 'an Event, as Stripe sends it' },
    ),
  },
  replies: { 200: Type.Object({ received: Type.Literal(true) }) },
  refusals: ['not_found'],
})
