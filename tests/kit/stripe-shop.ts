/** A second application on a test shop's data, which takes payments through the Stripe fake instead of the sandbox. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { createApp } from '#server/app.ts'
import { createCatalogChanges } from '#server/catalog/catalog-changes.ts'
import { readConfig } from '#server/config.ts'
import { createOrders } from '#server/orders/orders.ts'
import type { REFUND_PART_TOPIC, REFUND_SHARE_TOPIC } from '#server/orders/refund-topics.ts'
import type { PaymentParts } from '#server/payments/payment-parts.ts'
import { createPayments } from '#server/payments/payments.ts'
import { type ChosenProvider, traitsOf } from '#server/payments/providers.ts'
import { createRefunds } from '#server/payments/refund-order.ts'
import { createStripe } from '#server/payments/stripe.ts'
import type { PayloadOf } from '#server/platform/outbox/topics.ts'
import type { FailingDatabase } from '#tests/crash/failing-database.ts'
import type { Person, Shop } from './shop.ts'
import { StripeFake } from './stripe-fake.ts'
import { volume } from './volume.ts'

export const WEBHOOK_SECRET = 'whsec_of_a_test'
const SECRET_KEY = 'sk_test_of_a_test'
/** The default time to pay, in seconds. */
const UNPAID_EXPIRES_AFTER = 1800
/** The shop's timeout for Stripe: short, because tests wait for it; longer at full volume, under more load. */
const TIMEOUT_MS = volume(400, 2_000)

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape
  body: any
}

export interface PlacedOrder {
  id: number
  buyer: Person
  productId: number
}

type RefundPayload = PayloadOf<typeof REFUND_SHARE_TOPIC> & PayloadOf<typeof REFUND_PART_TOPIC>

export interface PlacedPurchase {
  id: number
  buyer: Person
  orders: PlacedOrder[]
}

export class StripeShop {
  readonly shop: Shop
  readonly fake = new StripeFake()
  readonly warnings: string[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'barq-stripe-'))
  #app: FastifyInstance | null = null

  constructor(shop: Shop) {
    this.shop = shop
  }

  async open(): Promise<void> {
    await this.fake.open()
    await this.replaceProcess()
  }

  /** Restarts the application as if its process had been killed: everything in its memory is lost. */
  async replaceProcess(): Promise<void> {
    const config = readConfig({
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      DATA_DIR: this.#folder,
      UNPAID_ORDERS_MAX: 'off',
      // Most tests order without an address; addresses have tests of their own.
      ADDRESS: 'later',
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    })
    const gone = this.#app
    this.#app = await createApp({ ...config, paymentProvider: this.#chosen() }, this.shop.db)
    await this.#app.ready()
    // A soak test replaces hundreds of applications, which would stay in memory if not closed.
    await gone?.close()
  }

  async close(): Promise<void> {
    await this.#app?.close()
    await this.fake.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  get app(): FastifyInstance {
    if (!this.#app) throw new Error('the shop is not open yet: use it inside a test or a hook')
    return this.#app
  }

  #chosen(): ChosenProvider {
    return { name: 'stripe', open: async (publicUrl) => this.provider(publicUrl) }
  }

  provider(publicUrl = 'http://localhost:3000') {
    const settings = {
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      apiBase: new URL(this.fake.address),
      timeoutMs: TIMEOUT_MS,
      openMinutes: traitsOf('stripe').openMinutes,
    }
    return createStripe(settings, publicUrl)
  }

  orders(db = this.shop.db) {
    return createOrders(db, createCatalogChanges())
  }

  /** Payments as another process would handle them. */
  payments(parts: Partial<PaymentParts> = {}) {
    const db = parts.db ?? this.shop.db
    return createPayments({
      db,
      orders: this.orders(db),
      provider: this.provider(),
      unpaidExpiresAfter: UNPAID_EXPIRES_AFTER,
      marksTestOrders: false,
      warn: (error, what) => void this.warnings.push(`${what} ${error ?? ''}`),
      ...parts,
    })
  }

  async call(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const reply = await this.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: reply.statusCode, body: reply.json() }
  }

  async order(given: Partial<PlacedOrder> = {}): Promise<PlacedOrder> {
    const [order] = await this.placed(1, given)
    if (!order) throw new Error('no order was placed')
    return order
  }

  /** Places and confirms `count` orders of two units by one customer for one product, by default new, at 19.99 each. */
  async placed(count: number, given: Partial<PlacedOrder> = {}): Promise<PlacedOrder[]> {
    const buyer = given.buyer ?? (await this.shop.customer())
    const productId = given.productId ?? (await this.shop.product({ price: 19.99, stock: 1000 }))
    const ids: number[] = []
    for (let index = 0; index < count; index++) {
      const body = { orders: [{ Product: productId, quantity: 2 }] }
      const placed = await this.call('POST', '/api/user/order', buyer.token, body)
      ids.push(placed.body.data[0].id)
    }
    while ((await this.#pending()) > 0) await this.orders().confirmDue(0)
    return ids.map((id) => ({ id, buyer, productId }))
  }

  /**
   * Places a purchase with one confirmed order for each amount in cents. Products of later orders have lower ids.
   * @param fee the delivery fee in cents
   */
  async purchase(
    cents: readonly number[],
    { fee = 0, buyer }: { fee?: number; buyer?: Person } = {},
  ): Promise<PlacedPurchase> {
    const customer = buyer ?? (await this.shop.customer())
    const products: number[] = []
    for (const sum of cents.toReversed()) {
      products.unshift(await this.shop.product({ price: sum / 100, stock: 1000 }))
    }
    const body = {
      orders: products.map((Product) => ({ Product })),
      ...(fee > 0 && { delivery: await this.#wayFor(fee) }),
    }
    const placed = await this.call('POST', '/api/user/order', customer.token, body)
    const id: number = placed.body.data[0].purchaseId
    while ((await this.#pending()) > 0) await this.orders().confirmDue(0)
    const orders = placed.body.data.map((order: { id: number; Product: number }) => ({
      id: order.id,
      buyer: customer,
      productId: order.Product,
    }))
    return { id, buyer: customer, orders }
  }

  /** Finds a shipping method with this fee, or adds one after a new shop's own method. @returns its id */
  #wayFor(fee: number): Promise<number> {
    return this.shop.value`
      with known as (
        select id from shipping_method where fee_cents = ${fee}
      ), added as (
        insert into shipping_method (name, name_ar, fee_cents, position)
        select 'Courier', 'مندوب', ${fee}, 1 where not exists (select from known) returning id
      )
      select id from known union all select id from added`
  }

  payPurchase({ id, buyer }: PlacedPurchase, body: unknown = {}): Promise<Reply> {
    return this.call('POST', `/api/user/purchases/${id}/payment`, buyer.token, body)
  }

  async findPurchase({ id, buyer }: PlacedPurchase) {
    const { body } = await this.call('GET', `/api/user/purchases/${id}`, buyer.token)
    return body.data
  }

  /**
   * Starts paying for a purchase.
   * @returns the session whose page would open.
   */
  async beginPurchase(purchase: PlacedPurchase) {
    return this.#opened(await this.payPurchase(purchase))
  }

  statesOf({ orders }: PlacedPurchase): Promise<string[]> {
    return Promise.all(orders.map((order) => this.stateOf(order)))
  }

  async #pending(): Promise<number> {
    const rows = await this.shop.sql`select id from orders where state = 'pending'`
    return rows.length
  }

  pay({ id, buyer }: PlacedOrder, body: unknown = {}): Promise<Reply> {
    return this.call('POST', `/api/user/order/${id}/payment`, buyer.token, body)
  }

  cancel({ id, buyer }: PlacedOrder): Promise<Reply> {
    return this.call('POST', `/api/user/order/${id}/cancel`, buyer.token)
  }

  /**
   * Starts paying for an order.
   * @returns the session whose page would open.
   */
  async begin(order: PlacedOrder) {
    return this.#opened(await this.pay(order))
  }

  #opened({ body }: Reply) {
    const session = this.fake.sessions.get(/cs_test_\d+$/.exec(body.redirect)?.[0] ?? '')
    if (!session) throw new Error(`no page opened: ${JSON.stringify(body)}`)
    return session
  }

  signed(event: unknown, secondsAgo = 0, secret = WEBHOOK_SECRET) {
    const payload = typeof event === 'string' ? event : JSON.stringify(event)
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return { payload, signature }
  }

  send(event: unknown): Promise<number> {
    const { payload, signature } = this.signed(event)
    return this.post(payload, { 'stripe-signature': signature })
  }

  /**
   * Receives an event with a database that rejects `failures` consecutive statements, starting with the n-th.
   * @returns the number of statements sent, including the rejected ones.
   */
  async receiveFailing(
    event: unknown,
    failing: FailingDatabase,
    { nth, failures }: { nth: number; failures: number },
  ): Promise<number> {
    const { payload, signature } = this.signed(event)
    failing.arm(nth, 'refused', failures)
    await this.payments({ db: failing.db })
      .receive(Buffer.from(payload), signature)
      .catch(() => {})
    return failing.disarm()
  }

  async post(payload: string, headers: Record<string, string>): Promise<number> {
    const { statusCode } = await this.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/webhook',
      payload,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    })
    return statusCode
  }

  /** The state of an order, followed by the states of its payments, oldest first. */
  stateOf({ id }: Pick<PlacedOrder, 'id'>): Promise<string> {
    return this.shop.value`
      select concat_ws(' ', state, (
        select string_agg(state, ' ' order by created_at, id) from payment where order_id = orders.id
      )) from orders where id = ${id}`
  }

  async deliverRefunds(): Promise<void> {
    const parts = { orders: this.orders(), provider: this.provider(), notify() {} }
    const refunds = createRefunds(this.shop.db, { ...parts, manageOrders: null as never })
    const rows = await this.shop.sql<{ id: number; topic: string; payload: RefundPayload }>`
      select id, topic, payload from outbox
      where topic in ('refund-payment', 'refund-share', 'refund-part') and done_at is null order by id`
    for (const { id, topic, payload } of rows) {
      if (topic === 'refund-part') await refunds.deliverPartRefund({ payload })
      else if (topic === 'refund-share') await refunds.deliverShareRefund({ payload })
      else await refunds.deliverRefund({ payload })
      await this.shop.sql`update outbox set done_at = now() where id = ${id}`
    }
  }

  /** The outbox events that request refunds of the order's payments, delivered or not. */
  async refundsAsked({ id }: Pick<PlacedOrder, 'id'>): Promise<Array<{ paymentId: string }>> {
    const rows = await this.shop.sql<{ payload: { paymentId: string } }>`
      select payload from outbox where topic in ('refund-payment', 'refund-share')
        and payload->>'paymentId' in (select id::text from payment where order_id = ${id})`
    return rows.map(({ payload }) => payload)
  }

  eventsOf(id: string) {
    return this.shop.sql<{ type: string; applied: boolean }>`
      select type, applied_at is not null as applied from provider_event where id = ${id}`
  }

  /** Makes the order's payments this many seconds old, and due for a look-up. */
  async age({ id }: Pick<PlacedOrder, 'id'>, seconds: number): Promise<void> {
    await this.shop.sql`
      update payment set checked_at = null, created_at = now() - make_interval(secs => ${seconds})
      where order_id = ${id}`
  }

  /** Moves the order's creation, confirmation and deadlines back by `seconds`. */
  async ageOrder({ id }: Pick<PlacedOrder, 'id'>, seconds: number): Promise<void> {
    await this.shop.sql`
      update orders set
        created_at = created_at - make_interval(secs => ${seconds}),
        confirmed_at = confirmed_at - make_interval(secs => ${seconds}),
        hold_expires_at = hold_expires_at - make_interval(secs => ${seconds}),
        prolonged_until = prolonged_until - make_interval(secs => ${seconds})
      where id = ${id}`
  }

  /** Ends the order's hold, unless it is infinite because the payment is under review. */
  async lapseHoldUnlessReviewed({ id }: Pick<PlacedOrder, 'id'>): Promise<void> {
    await this.shop.sql`
      update orders set hold_expires_at = now() - interval '1 second'
      where id = ${id} and hold_expires_at <> 'infinity'`
  }

  async lapseHold({ id }: Pick<PlacedOrder, 'id'>): Promise<void> {
    await this.shop.sql`
      update orders set hold_expires_at = now() - interval '1 second' where id = ${id}`
  }
}

/** Must be called inside `describeShop`. */
export function withStripe(shop: Shop): StripeShop {
  const stripe = new StripeShop(shop)
  beforeAll(() => stripe.open())
  afterAll(() => stripe.close())
  return stripe
}
