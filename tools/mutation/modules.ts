/**
 * The modules to mutate: the code that places and moves orders, takes payments, checks sessions and
 * passwords, and decides who may subscribe to a channel. Each lists its tests that take less than a
 * second, the quickest first, since each runs again for every surviving mutant that it reaches.
 *
 * Left out: routes (they only delegate; tests of all routes check them against the contract),
 * conversions of rows and events to the wire, the sandbox (it takes no money), the reconciliation
 * (it changes nothing), mails, and the two stores for the staff's order lists and for sales
 * figures.
 *
 * Not mutated yet, although they also decide about access, and covered only by their own tests:
 * sign-in with Google (`google*.ts`; A8, A9); accounts, changes of address and closing
 * (`accounts.ts`, `email-change*.ts`, `close-account*.ts`; A1, A2, A4, A6); the staff's management
 * of customers and the first admin (`manage-customers.ts`, `customers.store.ts`, `first-admin.ts`;
 * A3); automatic moves of orders (`order-timers.ts`; R9, R12); the sockets and the HTTP API of real
 * time (`hub.ts`, `admission.ts`, `sockets.ts`, `http-api.ts`; W1 to W10).
 */

export interface Module {
  name: string
  /** PostgreSQL provides a database in a tenth of the time, and has real locks. */
  engine: 'postgres' | 'pglite'
  sources: string[]
  tests: string[]
}

export const MODULES: readonly Module[] = [
  {
    name: 'orders',
    engine: 'postgres',
    sources: [
      'contract/order-moves.ts',
      'server/orders/place-order.ts',
      'server/orders/order-statement.ts',
      'server/orders/order-keys.ts',
      'server/orders/move-order.ts',
      'server/orders/orders.ts',
      'server/orders/manage-orders.ts',
      'server/platform/concurrency/single-flight.ts',
      'server/orders/orders.store.ts',
    ],
    tests: [
      'contract/order-moves.test.ts',
      'server/orders/order-rules.test.ts',
      'server/orders/orders.test.ts',
      'server/orders/move-order.test.ts',
      'server/orders/manage-orders.test.ts',
      'server/orders/lock-order.test.ts',
      'server/orders/order-address.test.ts',
      'server/orders/quote.test.ts',
    ],
  },
  {
    name: 'payments',
    engine: 'postgres',
    sources: [
      'server/payments/payments.ts',
      'server/payments/begin-payment.ts',
      'server/payments/pay.ts',
      'server/payments/end-payment.ts',
      'server/payments/sweep-payments.ts',
      'server/payments/payments.store.ts',
      'server/payments/charges.store.ts',
      'server/payments/purchases.store.ts',
      'server/payments/settle.ts',
      'server/payments/provider-events.ts',
      'server/payments/provider-events.store.ts',
      'server/payments/refund-order.ts',
      'server/payments/stripe.ts',
    ],
    tests: [
      'server/payments/stripe-words.test.ts',
      'server/payments/payment-rules.test.ts',
      'server/payments/payments.test.ts',
      'server/payments/refund-order.test.ts',
      'server/payments/purchase.test.ts',
      'server/payments/stripe.test.ts',
      'server/payments/stripe-by-hand.test.ts',
      'server/payments/stripe-webhook.test.ts',
    ],
  },
  {
    name: 'access',
    engine: 'postgres',
    sources: [
      'server/accounts/sessions/sessions.ts',
      'server/accounts/sessions/sessions.store.ts',
      'server/accounts/sign-in/passwords.ts',
      'server/accounts/sign-in/check-password.ts',
      'server/accounts/sign-in/password-reset.ts',
      'server/accounts/sign-in/password-reset.store.ts',
      'server/platform/http/api.ts',
      'server/platform/http/throttle.ts',
      'server/platform/http/address-key.ts',
      'server/platform/secret-token.ts',
    ],
    tests: [
      'server/platform/http/address-key.test.ts',
      'server/platform/http/api.test.ts',
      'server/platform/http/throttle.test.ts',
      'server/accounts/sign-in/passwords.test.ts',
      'server/accounts/sessions/session-rules.test.ts',
      'server/accounts/sessions/sessions.test.ts',
      'server/accounts/accounts.test.ts',
      'server/accounts/sign-in/guessing-anywhere.test.ts',
      'server/accounts/sign-in/step-up.test.ts',
      'server/accounts/sessions/devices.test.ts',
      'server/accounts/sign-in/password-reset.test.ts',
      'server/accounts/sessions/revocation.test.ts',
    ],
  },
  {
    name: 'channels',
    engine: 'pglite',
    sources: [
      'server/platform/realtime/authorize.ts',
      'server/platform/realtime/signature.ts',
      'server/platform/realtime/signed-call.ts',
      'server/platform/realtime/protocol.ts',
      'server/platform/concurrency/token-bucket.ts',
    ],
    tests: [
      'server/platform/realtime/signed-call.test.ts',
      'server/platform/concurrency/token-bucket.test.ts',
      'server/platform/realtime/channel-rules.test.ts',
    ],
  },
]
