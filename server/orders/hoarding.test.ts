/** R12: nobody can empty the shelves with orders that are never paid. */
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import type { OrderLine } from '#contract/orders.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { checkInvariants } from '../testing/invariants.ts'
import { proven } from '../testing/proof.ts'
import { describeShop, type Person } from '../testing/shop.ts'
import { createOrders } from './orders.ts'

const LIMITS = { orders: 5, units: 10 }
const TTL_SECONDS = 15 * 60

describeShop('what a customer may hold unpaid', (shop) => {
  const changes = createCatalogChanges()
  const orders = () => createOrders(shop.db, changes, LIMITS)

  /** The codes of the refusals, sorted; `placed` for an order. */
  const tryAll = async (person: Person, requests: OrderLine[][], keys?: string[]) => {
    const verbs = orders()
    const caller = { id: person.id, sessionId: 0 }
    return Promise.all(
      requests.map((lines, index) =>
        verbs.place(caller, lines, keys?.[index] ?? crypto.randomUUID()).then(
          () => 'placed',
          (error: { code?: string }) => error.code ?? String(error),
        ),
      ),
    )
  }
  const count = (answers: string[], answer: string) =>
    answers.filter((one) => one === answer).length

  afterEach(async () => {
    expect(await checkInvariants(shop.db.read)).toEqual([])
  })

  it('ends at so many orders, however many are sent at once', async () => {
    const rounds = shop.engine === 'postgres' ? 10 : 3
    for (let round = 0; round < rounds; round++) {
      const person = await shop.customer()
      const products = await shop.products(40, { stock: 5 })

      const answers = await tryAll(
        person,
        products.map((Product) => [{ Product, quantity: 5 }]),
      )

      expect(count(answers, 'placed')).toBe(LIMITS.orders)
      expect(count(answers, 'unpaid_orders')).toBe(products.length - LIMITS.orders)
      const left = await Promise.all(products.map((id) => shop.available(id)))
      expect(left.filter((units) => units === 0)).toHaveLength(LIMITS.orders)
    }
    proven({
      goal: 'R12',
      engine: shop.engine,
      volume: `${rounds} × 40 orders of one customer at once`,
      result: `${LIMITS.orders} placed each time, the rest refused`,
    })
  })

  it('ends at so many units of a product, in one order or in several', async () => {
    const person = await shop.customer()
    const Product = await shop.product({ stock: 1000 })

    const inOne = await tryAll(person, [
      [
        { Product, quantity: 6 },
        { Product, quantity: 5 },
      ],
    ])
    const inMany = await tryAll(
      person,
      Array.from({ length: 4 }, () => [{ Product, quantity: 4 }]),
    )

    expect(inOne).toEqual(['unpaid_orders'])
    expect([count(inMany, 'placed'), count(inMany, 'unpaid_orders')]).toEqual([2, 2])
    expect(await shop.available(Product)).toBe(992)
  })

  it('still answers a request that is repeated', async () => {
    const person = await shop.customer()
    const products = await shop.products(LIMITS.orders)
    const requests = products.map((Product) => [{ Product, quantity: 1 }])
    const keys = products.map(() => crypto.randomUUID())
    await tryAll(person, requests, keys)

    expect(new Set(await tryAll(person, requests, keys))).toEqual(new Set(['placed']))
  })

  it('begins anew when an order is cancelled, and does not count what others hold', async () => {
    const [person, other] = [await shop.customer(), await shop.customer()]
    const Product = await shop.product({ stock: 1000 })
    const one = [[{ Product, quantity: 1 }]]
    await tryAll(
      person,
      Array.from({ length: LIMITS.orders }, () => one[0] ?? []),
    )
    expect(await tryAll(person, one)).toEqual(['unpaid_orders'])
    expect(await tryAll(other, one)).toEqual(['placed'])

    const caller = { id: person.id, sessionId: 0 }
    const [first] = await orders().list(caller)
    await orders().cancel(caller, first?.id ?? 0)

    expect(await tryAll(person, one)).toEqual(['placed'])
  })

  it('goes back when the time is over, but never while it is being paid', async () => {
    const person = await shop.customer()
    const products = await shop.products(2, { stock: 5 })
    await tryAll(
      person,
      products.map((Product) => [{ Product, quantity: 5 }]),
    )
    const shown = await orders().list({ id: person.id, sessionId: 0 })
    const paying = shown.find(({ Product }) => Product === products[0])?.id ?? 0
    const age = (seconds: number) =>
      sql`
      update orders set created_at = now() - make_interval(secs => ${seconds})
      where user_id = ${person.id}`.execute(shop.db.read)
    await sql`
      update orders set hold_expires_at = now() + interval '10 minutes' where id = ${paying}`.execute(
      shop.db.read,
    )

    await age(TTL_SECONDS - 5)
    await orders().cancelUnpaid(TTL_SECONDS)
    expect(await Promise.all(products.map((id) => shop.available(id)))).toEqual([0, 0])
    await age(TTL_SECONDS + 5)
    await orders().cancelUnpaid(TTL_SECONDS)

    expect(await Promise.all(products.map((id) => shop.available(id)))).toEqual([0, 5])
    proven({
      goal: 'R12',
      engine: shop.engine,
      volume: 'an unpaid order and one that is being paid, before and after their time',
      result: 'the unpaid one released after its time, the other never',
    })
  })

  it('goes back although a full round of older ones has a payment of which nobody knows', async () => {
    const person = await shop.customer()
    const Product = await shop.product({ stock: 100 })
    const caller = { id: person.id, sessionId: 0 }
    const unlimited = createOrders(shop.db, createCatalogChanges())
    for (let index = 0; index < 52; index++) await unlimited.place(caller, [{ Product }], null)
    // The newest has no payment; the clock is past what holds the others.
    await sql`
      with aged as (
        update orders set created_at = now() - make_interval(secs => ${TTL_SECONDS + 60} - id % 30),
          hold_expires_at = now() - interval '1 minute'
        where user_id = ${person.id}
          and id < (select max(id) from orders where user_id = ${person.id})
        returning id, total_cents
      )
      insert into payment (id, order_id, provider, amount_cents, state)
      select gen_random_uuid(), id, 'stripe', total_cents, 'started' from aged`.execute(
      shop.db.read,
    )
    await sql`
      update orders set created_at = now() - make_interval(secs => ${TTL_SECONDS + 5})
      where id = (select max(id) from orders where user_id = ${person.id})`.execute(shop.db.read)

    await orders().cancelUnpaid(TTL_SECONDS)

    const states = (await orders().list(caller)).map(({ state }) => state)
    expect(states).toEqual(['canceled', ...Array.from({ length: 51 }, () => 'pending')])
  })
})
