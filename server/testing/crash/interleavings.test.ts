/**
 * R11: one flow is stopped after each of its statements in turn, another runs meanwhile, and both
 * end. The stop is in a plug-in of the database, so that the shop has no hooks for tests: between two
 * statements is where anything that others do can change what a flow sees. PGlite has one connection
 * and takes turns: there is nothing to interleave.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '../invariants.ts'
import { proven } from '../proof.ts'
import { describeShop, type Person, Shop } from '../shop.ts'
import { type PlacedOrder, type StripeShop, withStripe } from '../stripe-shop.ts'
import { type PausingDatabase, pausingDatabase } from './pausing-database.ts'

/** Long enough for what is not waiting for a lock of the flow that is stopped. */
const MEANWHILE_MS = 100

/** One process of the shop. */
interface Side {
  shop: Shop
  payments: ReturnType<StripeShop['payments']>
  orders: ReturnType<StripeShop['orders']>
}

type Flow = (side: Side) => Promise<unknown>

interface Scene {
  stopped: Flow
  meanwhile: Flow
  /** How it ended, in words. */
  end(): Promise<string>
}

interface Interleaving {
  name: string
  begin(world: World): Promise<Scene>
  /** Every legal end. */
  ends: RegExp
}

interface World {
  shop: Shop
  stripe: StripeShop
  admin: Person
}

const caller = ({ id }: Person) => ({ id, sessionId: 0 })

async function confirmed({ stripe }: World) {
  const order = await stripe.order()
  const end = () => stripe.stateOf(order)
  return { order, end, ...flowsOf(order) }
}

async function paidOnPage(world: World) {
  const { stripe } = world
  const scene = await confirmed(world)
  const event = stripe.standIn.pay(await stripe.begin(scene.order))
  const { payload, signature } = stripe.signed(event)
  const webhook: Flow = ({ payments }) => payments.receive(Buffer.from(payload), signature)
  return { ...scene, webhook }
}

function flowsOf({ id, buyer }: PlacedOrder) {
  const flows = {
    pay: ({ payments }) => payments.pay(caller(buyer), id),
    cancel: ({ orders }) => orders.cancel(caller(buyer), id),
    expire: ({ orders }) => orders.cancelUnpaid(0),
  } satisfies Record<string, Flow>
  return flows
}

async function ordering({ shop }: World, stock: number) {
  const buyer = await shop.customer()
  const product = await shop.product({ stock, price: 10 })
  const order: Flow = ({ orders }) => orders.place(caller(buyer), [{ Product: product }], null)
  const end = async () => {
    const { rows } = await sql<{ text: string }>`
      select concat(count(o.id), ' at ', coalesce(max(o.unit_price_cents), 0), ', left ', max(p.on_hand - p.reserved),
        ', cart ', (select coalesce(sum(quantity), 0) from cart_item where user_id = ${buyer.id})) as text
      from product p left join orders o on o.product_id = p.id where p.id = ${product}`.execute(
      shop.db.read,
    )
    return rows[0]?.text ?? ''
  }
  return { buyer, product, order, end }
}

const asAdmin =
  ({ admin }: World, method: string, path: string, body: unknown = {}): Flow =>
  async ({ shop }) =>
    expect(
      (await shop.call(method, `/api/admin/${path}`, { token: admin.token, body })).status,
    ).toBeLessThan(500)

const INTERLEAVINGS: Interleaving[] = [
  {
    name: 'the browser asks again while the provider says that it was paid',
    begin: async (world) => {
      const { pay, webhook, end } = await paidOnPage(world)
      return { stopped: pay, meanwhile: webhook, end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the provider says that it was paid while the browser asks again',
    begin: async (world) => {
      const { pay, webhook, end } = await paidOnPage(world)
      return { stopped: webhook, meanwhile: pay, end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the customer cancels between the capture and its commit',
    begin: async (world) => {
      const { cancel, webhook, end } = await paidOnPage(world)
      return { stopped: webhook, meanwhile: cancel, end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the sweeper settles what the provider is telling',
    begin: async (world) => {
      const { webhook, order, end } = await paidOnPage(world)
      await world.stripe.age(order, 120)
      return { stopped: webhook, meanwhile: ({ payments }) => payments.sweep(), end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the provider tells what the sweeper is settling',
    begin: async (world) => {
      const { webhook, order, end } = await paidOnPage(world)
      await world.stripe.age(order, 120)
      return { stopped: ({ payments }) => payments.sweep(), meanwhile: webhook, end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the customer cancels while a payment begins',
    begin: async (world) => {
      const { pay, cancel, end } = await confirmed(world)
      return { stopped: pay, meanwhile: cancel, end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'a payment begins while the customer cancels',
    begin: async (world) => {
      const { pay, cancel, end } = await confirmed(world)
      return { stopped: cancel, meanwhile: pay, end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'the time runs out while a payment begins',
    begin: async (world) => {
      const { pay, expire, end } = await confirmed(world)
      return { stopped: pay, meanwhile: expire, end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'the owner cancels while a payment begins',
    begin: async (world) => {
      const { pay, order, end } = await confirmed(world)
      return { stopped: pay, meanwhile: asAdmin(world, 'POST', `orders/${order.id}/cancel`), end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'a payment begins while the owner cancels',
    begin: async (world) => {
      const { pay, order, end } = await confirmed(world)
      return { stopped: asAdmin(world, 'POST', `orders/${order.id}/cancel`), meanwhile: pay, end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'the price changes while an order is placed',
    begin: async (world) => {
      const { order, product, end } = await ordering(world, 5)
      const change: Flow = async () =>
        sql`update product set price_cents = 1500 where id = ${product}`.execute(world.shop.db.read)
      return { stopped: order, meanwhile: change, end }
    },
    ends: /^1 at 1000, left 4, cart 0$/,
  },
  {
    name: 'units come in while an order is refused',
    begin: async (world) => {
      const { order, product, end } = await ordering(world, 0)
      const restock = asAdmin(world, 'POST', `products/${product}/stock`, { change: 5 })
      return { stopped: order, meanwhile: restock, end }
    },
    ends: /^(0 at 0, left 5|1 at 1000, left 4), cart 0$/,
  },
  {
    name: 'an order is placed while units come in',
    begin: async (world) => {
      const { order, product, end } = await ordering(world, 0)
      const restock = asAdmin(world, 'POST', `products/${product}/stock`, { change: 5 })
      return { stopped: restock, meanwhile: order, end }
    },
    ends: /^(0 at 0, left 5|1 at 1000, left 4), cart 0$/,
  },
  {
    name: 'a product is deleted while it is ordered',
    begin: async (world) => {
      const { order, product, end } = await ordering(world, 5)
      return { stopped: asAdmin(world, 'DELETE', `products/${product}`), meanwhile: order, end }
    },
    ends: /^(0 at 0, left 5?, cart 0|1 at 1000, left 4, cart 0)$/,
  },
  {
    name: 'a product is put into the cart while it is ordered',
    begin: async (world) => {
      const { order, product, buyer, end } = await ordering(world, 5)
      const add: Flow = ({ shop }) =>
        shop.call('POST', '/api/user/cart', { token: buyer.token, body: { cart: product } })
      return { stopped: order, meanwhile: add, end }
    },
    ends: /^1 at 1000, left 4, cart [01]$/,
  },
  {
    name: 'the staff is dismissed while it works',
    begin: async (world) => {
      const { product, end } = await ordering(world, 0)
      const admin = await world.shop.admin()
      const dismiss: Flow = async () =>
        sql`update app_user set account_type = 'customer' where id = ${admin.id}`.execute(
          world.shop.db.read,
        )
      const restock = asAdmin({ ...world, admin }, 'POST', `products/${product}/stock`, {
        change: 5,
      })
      return {
        stopped: restock,
        meanwhile: dismiss,
        async end() {
          const again = await world.shop.call('POST', `/api/admin/products/${product}/stock`, {
            token: admin.token,
            body: { change: 5 },
          })
          return `${await end()}, then ${again.status}`
        },
      }
    },
    ends: /^0 at 0, left [05], cart 0, then 403$/,
  },
]

describeShop(
  'a flow that is stopped in between',
  (shop) => {
    const stripe = withStripe(shop)
    let pausing: PausingDatabase
    let stopped: Shop
    let world: World
    beforeAll(async () => {
      pausing = pausingDatabase(shop.db)
      stopped = Shop.over(pausing.db)
      await stopped.openApp()
      world = { shop, stripe, admin: await shop.admin() }
    })
    afterAll(() => stopped.closeApp())

    const side = (its: Shop): Side => ({
      shop: its,
      payments: stripe.payments({ db: its.db }),
      orders: stripe.orders(its.db),
    })

    let points = 0
    it.for(INTERLEAVINGS)('$name', async ({ begin, ends }) => {
      for (let nth = 1; ; nth++) {
        const scene = await begin(world)
        const { stopped: reached, goOn } = pausing.stopAfter(nth)
        const first = told(scene.stopped(side(stopped)))
        const isStopped = await Promise.race([reached.then(() => true), first.then(() => false)])
        const second = isStopped ? told(scene.meanwhile(side(shop))) : null
        if (second) await Promise.race([second, pause(MEANWHILE_MS)])
        goOn()
        const refusals = await Promise.all([first, second])

        expect(refusals.filter((refusal) => refusal?.startsWith('internal'))).toEqual([])
        if (!isStopped) {
          expect(nth).toBeGreaterThan(1)
          return
        }
        points++
        expect(await scene.end(), `stopped after statement ${nth}`).toMatch(ends)
        expect(await checkInvariants(shop.db.read)).toEqual([])
      }
    })

    it('ended in one legal way each time', () => {
      expect(points).toBeGreaterThan(INTERLEAVINGS.length)
      proven({
        goal: 'R11',
        engine: shop.engine,
        volume: `${INTERLEAVINGS.length} pairs of flows, one stopped after each of its statements: ${points} interleavings`,
        result: 'one legal end each, every invariant held, no error of the server',
      })
    })
  },
  ['postgres'],
)

/** The code of the refusal, `internal` and why for what is no refusal, null for a success. */
function told(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: { code?: string; status?: number }) =>
      error.status ? (error.code ?? '') : `internal: ${error}`,
  )
}
