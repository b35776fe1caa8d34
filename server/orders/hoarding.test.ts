/**
 * R12: an account or a network may reserve only so much without paying, and the units are released when their time is
 * up.
 */
import { expect, it } from 'vitest'
import type { OrderLine } from '#contract/orders.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { DUE_AT_ONCE } from './orders.store.ts'
import { createOrders } from './orders.ts'
import { type UnpaidLimits, unpaidLimits } from './unpaid-limits.ts'

const OWN = { orders: 5, units: 10 }
const LIMITS = unpaidLimits(OWN, true)
const NETWORK = '192.0.2.1'
const TTL_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 3600

describeShop('what a customer may hold unpaid', (shop) => {
  const changes = createCatalogChanges()
  const orders = (limits: UnpaidLimits = LIMITS) => createOrders(shop.db, changes, limits)
  const callerOf = ({ id }: Person) => ({ id, sessionId: 0 })

  /** @returns `placed`, or the code of the error. */
  const tryOne = (
    person: Person,
    lines: OrderLine[],
    {
      key = crypto.randomUUID(),
      network = null,
      limits = LIMITS,
    }: { key?: string | undefined; network?: string | null; limits?: UnpaidLimits } = {},
  ) =>
    orders(limits)
      .place(callerOf(person), lines, key, network)
      .then(
        () => 'placed',
        (error: { code?: string }) => error.code ?? String(error),
      )

  const tryAll = (person: Person, requests: OrderLine[][], keys?: string[]) =>
    Promise.all(requests.map((lines, index) => tryOne(person, lines, { key: keys?.[index] })))

  /** A customer with a confirmed email. */
  const customer = async () => {
    const person = await shop.customer()
    await shop.sql`update app_user set email_confirmed_at = now() where id = ${person.id}`
    return person
  }
  const count = (answers: string[], answer: string) =>
    answers.filter((one) => one === answer).length

  shop.keepInvariants()

  it('stops at the limit of orders, however many are sent at once', async () => {
    const rounds = volume(1, 10)
    for (let round = 0; round < rounds; round++) {
      const person = await customer()
      const products = await shop.products(20, { stock: 6 })

      const answers = await tryAll(
        person,
        products.map((Product) => [{ Product, quantity: 2 }]),
      )

      expect(count(answers, 'placed')).toBe(OWN.orders)
      expect(count(answers, 'unpaid_orders')).toBe(products.length - OWN.orders)
      const left = await Promise.all(products.map((id) => shop.available(id)))
      expect(left.filter((units) => units === 4)).toHaveLength(OWN.orders)
    }
  })

  it('stops at the limit of units, in one order or several, of one product or many', async () => {
    const person = await customer()
    const [Product = 0, other = 0] = await shop.products(2, { stock: 1000 })
    const lines = [6, 5].map((quantity, n) => ({ Product: n ? other : Product, quantity }))

    const inOne = await tryOne(person, lines)
    const inMany = await tryAll(
      person,
      [Product, other, Product, other].map((id) => [{ Product: id, quantity: 4 }]),
    )

    expect(inOne).toBe('unpaid_orders')
    expect([count(inMany, 'placed'), count(inMany, 'unpaid_orders')]).toEqual([2, 2])
    expect((await shop.available(Product)) + (await shop.available(other))).toBe(1992)
  })

  it('is much less for an account whose email is not confirmed, where emails can be confirmed', async () => {
    const [person, ready] = [await shop.customer(), await customer()]
    const Product = await shop.product({ stock: 1000 })
    const one = [{ Product, quantity: 1 }]
    const requests = Array.from({ length: 4 }, () => one)

    expect(count(await tryAll(person, requests), 'placed')).toBe(2)
    expect(count(await tryAll(ready, requests), 'placed')).toBe(4)
    await expect(orders().place(callerOf(person), one, 'another')).rejects.toThrow(
      'error.unpaidUnconfirmed',
    )
    const limits = unpaidLimits(OWN, false)
    expect(await tryOne(person, one, { limits })).toBe('placed')
  })

  it('is limited for all accounts of a network together, in orders and in units', async () => {
    const limits = { ...LIMITS, network: { orders: 3, units: 8 } }
    const people = await Promise.all([1, 2, 3, 4, 5].map(customer))
    const another = await shop.product({ stock: 6 })
    const Product = await shop.product({ stock: 1000 })
    const from = (index: number, lines: OrderLine[], network: string | null) =>
      tryOne(people[index] as Person, lines, { network, limits })

    expect(await from(0, [{ Product: another, quantity: 2 }], NETWORK)).toBe('placed')
    expect(await from(1, [{ Product, quantity: 7 }], NETWORK)).toBe('unpaid_orders')
    expect(await from(1, [{ Product, quantity: 4 }], NETWORK)).toBe('placed')
    expect(await from(2, [{ Product }], NETWORK)).toBe('placed')
    expect(await from(3, [{ Product }], NETWORK)).toBe('unpaid_orders')
    expect(await from(3, [{ Product }], '192.0.2.2')).toBe('placed')
    expect(await from(4, [{ Product }], null)).toBe('placed')
  })

  it('is limited for a network, however many of its accounts order at once', async () => {
    const limits = { ...LIMITS, network: { orders: 4, units: 100 } }
    const rounds = volume(1, 10)
    for (let round = 0; round < rounds; round++) {
      const people = await shop.customers(12)
      await shop.sql`update app_user set email_confirmed_at = now()`
      const network = `198.51.100.${round}`
      const products = await shop.products(12)

      const answers = await Promise.all(
        people.map((person, index) =>
          tryOne(person, [{ Product: products[index] ?? 0, quantity: 1 }], { network, limits }),
        ),
      )

      expect([count(answers, 'placed'), count(answers, 'unpaid_orders')]).toEqual([4, 8])
    }
  })

  it('stores the network of an order until it is paid, and never when there are no limits', async () => {
    const person = await customer()
    const Product = await shop.product()
    const networks = async () => {
      const rows = await shop.sql<{ network: string | null }>`
        select network from orders where user_id = ${person.id} order by id`
      return rows.map(({ network }) => network)
    }
    await tryOne(person, [{ Product }], { network: NETWORK })
    await tryOne(person, [{ Product }], { network: NETWORK })
    await createOrders(shop.db, changes).place(callerOf(person), [{ Product }], null, NETWORK)
    expect(await networks()).toEqual([NETWORK, NETWORK, null])

    const { data } = await orders().list(callerOf(person))
    await orders().cancel(callerOf(person), data.at(-1)?.id ?? 0)

    expect(await networks()).toEqual([null, NETWORK, null])
  })

  it('still answers a repeated request', async () => {
    const person = await customer()
    const products = await shop.products(OWN.orders)
    const requests = products.map((Product) => [{ Product, quantity: 1 }])
    const keys = products.map(() => crypto.randomUUID())
    await tryAll(person, requests, keys)

    expect(new Set(await tryAll(person, requests, keys))).toEqual(new Set(['placed']))
  })

  it('is free again after a canceled order, and does not include what others hold', async () => {
    const [person, other] = [await customer(), await customer()]
    const Product = await shop.product({ stock: 1000 })
    const one = [{ Product, quantity: 1 }]
    await tryAll(person, Array(OWN.orders).fill(one))
    expect(await tryOne(person, one)).toBe('unpaid_orders')
    expect(await tryOne(other, one)).toBe('placed')

    const { data } = await orders().list(callerOf(person))
    await orders().cancel(callerOf(person), data[0]?.id ?? 0)

    expect(await tryOne(person, one)).toBe('placed')
  })

  /** Confirms all pending orders, including those of earlier tests. */
  const confirmAll = () => orders().confirmDue(0)

  /** Ages the orders as if they had been placed and confirmed this long ago. */
  const age = ({ id }: Person, seconds: number) =>
    shop.sql`
      update orders set created_at = now() - make_interval(secs => ${seconds}),
        confirmed_at = case when state = 'confirm' then now() - make_interval(secs => ${seconds}) end
      where user_id = ${id}`

  it('counts its time from the confirmation, and waits a day for the staff', async () => {
    const person = await customer()
    const Product = await shop.product()
    await tryOne(person, [{ Product }])
    const state = async () => (await orders().list(callerOf(person))).data[0]?.state

    await age(person, DAY_SECONDS - 60)
    await orders().cancelUnpaid(TTL_SECONDS)
    expect(await state()).toBe('pending')
    await confirmAll()
    await orders().cancelUnpaid(TTL_SECONDS)
    expect(await state()).toBe('confirm')

    await tryOne(person, [{ Product }])
    await age(person, DAY_SECONDS + 60)
    await orders().cancelUnpaid(TTL_SECONDS)
    expect(await state()).toBe('canceled')
  })

  /** Places more orders for one product than a batch cancels, all confirmed too long ago. */
  async function overdue() {
    const person = await customer()
    const Product = await shop.product({ stock: 100 })
    const unlimited = createOrders(shop.db, createCatalogChanges())
    const lines = Array.from({ length: DUE_AT_ONCE + 2 }, () => ({ Product }))
    await unlimited.place(callerOf(person), lines, null)
    await confirmAll()
    await age(person, TTL_SECONDS + 5)
    return { person, Product }
  }

  it('is released in one run, however much there is', async () => {
    const { Product } = await overdue()

    await orders().cancelUnpaid(TTL_SECONDS)

    expect(await shop.available(Product)).toBe(100)
  })

  it('is released even when a full batch of older orders has payments with an unknown outcome', async () => {
    const { person } = await overdue()
    // The newest order has no payment; the hold on the others has expired.
    await shop.sql`
      with aged as (
        update orders set created_at = now() - make_interval(secs => ${TTL_SECONDS + 60} - id % 30),
          hold_expires_at = now() - interval '1 minute'
        where user_id = ${person.id}
          and id < (select max(id) from orders where user_id = ${person.id})
        returning id, total_cents
      )
      insert into payment (id, order_id, provider, amount_cents, state)
      select gen_random_uuid(), id, 'stripe', total_cents, 'started' from aged`

    await orders().cancelUnpaid(TTL_SECONDS)

    const states = (await orders().list(callerOf(person))).data.map(({ state }) => state)
    expect(states).toEqual(['canceled', ...Array(DUE_AT_ONCE + 1).fill('confirm')])
  })
})
