/** R12: how many unpaid units of one product customers may hold, and how many are reserved for other customers. */
import { expect, it } from 'vitest'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { moveOrder } from './move-order.ts'
import { createOrders } from './orders.ts'
import { unpaidLimits } from './unpaid-limits.ts'

const OFFICE = '192.0.2.1'
const ELSEWHERE = '192.0.2.2'

describeShop('of one product', (shop) => {
  const limits = unpaidLimits({ orders: 5, units: 200 }, false)
  const orders = () => createOrders(shop.db, createCatalogChanges(), limits)
  const place = ({ id }: Person, Product: number, quantity: number, network: string | null) =>
    orders().place({ id, sessionId: 0 }, [{ Product, quantity }], crypto.randomUUID(), network)

  /** @returns `placed`, or the message of the error. */
  const order = (
    person: Person,
    Product: number,
    quantity: number,
    network: string | null = null,
  ) =>
    place(person, Product, quantity, network).then(
      () => 'placed',
      (error: Error) => error.message,
    )

  /** Customers who have paid for an earlier order. */
  const buyers = async (count: number): Promise<Person[]> => {
    const people = await shop.customers(count)
    const Product = await shop.product({ stock: 10 * count })
    for (const person of people) {
      const [placed] = await place(person, Product, 1, null)
      const orderId = placed?.id ?? 0
      await moveOrder(shop.db.run, { orderId, move: 'confirm', by: 'server', actorId: null })
      await shop.sql`
        insert into payment (id, order_id, provider, amount_cents, state)
        select gen_random_uuid(), id, 'sandbox', total_cents, 'captured' from orders
        where id = ${orderId}`
      await moveOrder(shop.db.run, { orderId, move: 'pay', by: 'server', actorId: null })
    }
    return people
  }

  shop.keepInvariants()

  it.for([
    { stock: 1, most: 1 },
    { stock: 2, most: 2 },
    { stock: 3, most: 2 },
    { stock: 5, most: 2 },
    { stock: 7, most: 2 },
    { stock: 9, most: 3 },
    { stock: 100, most: 33 },
  ])('a customer holds $most of $stock', async ({ stock, most }) => {
    const [person] = (await shop.customers(1)) as [Person]
    const id = await shop.product({ stock })

    // A quantity above the stock is rejected for lack of stock, not for exceeding the customer's share.
    expect(await order(person, id, stock + 1)).toBe('error.outOfStock')
    if (most < stock) expect(await order(person, id, most + 1)).toBe('error.unpaidShare')
    expect(await order(person, id, most)).toBe('placed')
    if (most < stock) expect(await order(person, id, 1)).toBe('error.unpaidShare')
  })

  it('two customers behind one address hold one each of three', async () => {
    const people = await shop.customers(4)
    const [one, two, three, other] = people as [Person, Person, Person, Person]
    const id = await shop.product({ stock: 3 })

    expect(await order(one, id, 1, OFFICE)).toBe('placed')
    expect(await order(two, id, 1, OFFICE)).toBe('placed')
    expect(await order(three, id, 1, OFFICE)).toBe('error.unpaidNeighbors')
    expect(await order(other, id, 1, ELSEWHERE)).toBe('placed')
  })

  it('each network gets one of the last units', async () => {
    const people = await shop.customers(4)
    const id = await shop.product({ stock: 10 })
    const from = (index: number, quantity: number) =>
      order(people[index] as Person, id, quantity, `198.51.100.${index}`)
    expect([await from(0, 3), await from(1, 2)]).toEqual(['placed', 'placed'])

    expect(await from(2, 2)).toBe('error.unpaidKept')
    expect(await from(2, 1)).toBe('placed')
    expect(await from(2, 1)).toBe('error.unpaidKept')
    expect(await from(3, 1)).toBe('placed')
    expect(await shop.available(id)).toBe(3)
  })

  it('a customer of an unknown network gets one of the last units', async () => {
    const people = await shop.customers(6)
    const id = await shop.product({ stock: 7 })
    const answers: string[] = []
    for (const person of people) answers.push(await order(person, id, 1))

    expect(new Set(answers)).toEqual(new Set(['placed']))
    expect(await order(people[0] as Person, id, 1)).toBe('error.unpaidKept')
  })

  it('a customer who has paid before can order the last units', async () => {
    const [buyer] = (await buyers(1)) as [Person]
    const [other] = (await shop.customers(1)) as [Person]
    const id = await shop.product({ stock: 5 })

    expect(await order(other, id, 2, OFFICE)).toBe('placed')
    expect(await order(buyer, id, 2, OFFICE)).toBe('placed')
  })

  it('customers behind one address who paid before hold half', async () => {
    const people = await buyers(4)
    const id = await shop.product({ stock: 12 })
    const answers: string[] = []
    for (const person of people) answers.push(await order(person, id, 2, OFFICE))

    expect(answers).toEqual(['placed', 'placed', 'placed', 'error.unpaidNeighbors'])
  })

  it('half is left however many networks order at once', async () => {
    const rounds = volume(1, 10)
    for (let round = 0; round < rounds; round++) {
      const people = await shop.customers(5)
      const id = await shop.product({ stock: 9 })

      // If each order saw only the stock from before the others, three orders would pass.
      const answers = await Promise.all(
        people.map((person, index) => order(person, id, 3, `203.0.113.${index}`)),
      )

      expect(answers.filter((answer) => answer === 'placed')).toHaveLength(1)
      expect(await shop.available(id)).toBe(6)
    }
  })
})
