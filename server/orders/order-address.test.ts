import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { readConfig } from '#server/config.ts'
import type { Environment } from '#server/platform/environment.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { waitingForLocks } from '#tests/kit/deadlocks.ts'
import { type Answer, describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

it('is required where real goods are sold, and asked for later in a demo', () => {
  const isRequired = (env: Environment) => readConfig(env).addressRequired

  expect(isRequired({ DEMO: 'on' })).toBe(false)
  expect(isRequired({ DEMO: 'off' })).toBe(true)
  expect(isRequired({ DEMO: 'on', ADDRESS: 'required' })).toBe(true)
  expect(isRequired({ DEMO: 'off', ADDRESS: 'later' })).toBe(false)
  expect(() => isRequired({ ADDRESS: 'never' })).toThrow('ADDRESS must be one of later, required')
})

function peopleOf(shop: Shop) {
  const { place, ...others } = withBuying(shop)
  return {
    ...others,
    address: async (person: Person, name = AN_ADDRESS.name): Promise<number> =>
      (await shop.as(person, 'POST', '/api/user/addresses', { ...AN_ADDRESS, name })).body.data.id,
    order: async (person: Person, more?: object): Promise<Answer> =>
      place(person, [{ Product: await shop.product() }], more),
    give: (person: Person, id: number, addressId: number) =>
      shop.as(person, 'PUT', `/api/user/order/${id}/address`, { addressId }),
    forget: (person: Person, id: number) => shop.as(person, 'DELETE', `/api/user/addresses/${id}`),
    close: (person: Person) =>
      shop.as(person, 'POST', '/api/auth/user/delete', { password: PASSWORD }),
  }
}

describeShop('the address of an order', (shop) => {
  const { address, order, seen, give, forget, byStaff, pay, close } = peopleOf(shop)

  shop.keepInvariants()

  async function copiesOf({ id }: Person): Promise<number[]> {
    const rows = await shop.sql<{ id: number }>`
      select id from orders where user_id = ${id} and delivery_address is not null
      order by id`
    return rows.map((row) => row.id)
  }

  it('is a copy of the default, or of the chosen one, for each order of the request', async () => {
    const person = await shop.customer()
    await address(person, 'Home')
    const addressId = await address(person, 'Office')
    const orders = [{ Product: await shop.product() }, { Product: await shop.product() }]

    const byDefault = await order(person)
    const chosen = await order(person, { orders, addressId: String(addressId) })

    expect(byDefault.body.data[0].address).toMatchObject({ name: 'Home', phone: '+971501234567' })
    expect(chosen.body.data.map(({ address }: Order) => address?.name)).toEqual([
      'Office',
      'Office',
    ])
    const [first] = chosen.body.data
    expect((await seen(person, first.id)).address).toEqual(first.address)
  })

  it('does not follow the address book', async () => {
    const person = await shop.customer()
    const id = await address(person, 'Then')
    const { body } = await order(person)

    await shop.as(person, 'PUT', `/api/user/addresses/${id}`, { ...AN_ADDRESS, name: 'Now' })
    expect((await seen(person, body.data[0].id)).address?.name).toBe('Then')
    await forget(person, id)
    expect((await seen(person, body.data[0].id)).address?.name).toBe('Then')
  })

  it("is never somebody else's: nothing is ordered", async () => {
    const [person, other] = [await shop.customer(), await shop.customer()]
    const theirs = await address(other)
    await address(person)

    const answers = [
      await order(person, { addressId: theirs }),
      await order(person, { addressId: 999_999 }),
    ]

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [404, answers[0]?.text],
      [404, answers[0]?.text],
    ])
    expect((await shop.as(person, 'GET', '/api/user/order')).body.data).toEqual([])
  })

  it('is announced to the other windows when it is given, and not when it is given again', async () => {
    const person = await shop.customer()
    const { id } = (await order(person)).body.data[0]
    const home = await address(person)

    const first = await give(person, id, home)
    expect((await give(person, id, home)).body).toEqual(first.body)

    const rows = await shop.sql<{ topic: string }>`
      select topic from outbox where payload ->> 'orderId' = ${String(id)} order by id`
    expect(rows.map(({ topic }) => topic)).toEqual(['order-placed', 'order-updated'])
  })

  it('goes with an account that an earlier version of the server closes', async () => {
    const person = await shop.customer()
    await address(person)
    await order(person)

    await shop.sql`update app_user set deleted_at = now(), disabled_at = now() where id = ${person.id}`

    expect(await copiesOf(person)).toEqual([])
    const rows = await shop.sql`select from address where user_id = ${person.id}`
    expect(rows).toEqual([])
  })

  it('stays while a payment page is open when the account is closed, until the order ends', async () => {
    const person = await shop.customer()
    await address(person)
    const [held, open, other] = [await order(person), await order(person), await order(person)].map(
      ({ body }) => body.data[0].id,
    )
    for (const id of [held, open, other]) await byStaff(id, 'confirm')
    await shop.sql`update orders set hold_expires_at = now() + interval '1 minute' where id = ${held}`
    for (const id of [held, open]) {
      await shop.sql`insert into payment (id, order_id, provider, amount_cents, state)
        select gen_random_uuid(), id, 'sandbox', total_cents, 'started' from orders where id = ${id}`
    }

    expect((await close(person)).status).toBe(200)

    expect(await copiesOf(person)).toEqual([held, open])
    await shop.sql`update payment set state = 'voided' where order_id = ${open}`
    const canceled = await byStaff(open, 'cancel')
    expect([canceled.status, await copiesOf(person)]).toEqual([200, [held]])
  })

  it('goes with the account, of an order on its way when it has arrived', async () => {
    const person = await shop.customer()
    await address(person)
    const [unpaid, sent] = [await order(person), await order(person)].map(
      ({ body }) => body.data[0].id,
    )
    await byStaff(sent, 'confirm')
    await pay(person, sent)
    const copies = () => copiesOf(person)
    expect(await copies()).toEqual([unpaid, sent])

    expect((await close(person)).status).toBe(200)

    expect(await copies()).toEqual([sent])
    await byStaff(sent, 'delivered')
    expect(await copies()).toEqual([])
  })
})

describe.each([
  ['without limits', 'off'],
  ['with limits', '100'],
])('%s', (limits, UNPAID_ORDERS_MAX) => {
  describeShop(
    `an order where an address is required, ${limits}`,
    (shop) => {
      const { address, order, give, forget, close } = peopleOf(shop)

      shop.keepInvariants()

      it('is refused without one, and works with one, as the page knows', async () => {
        expect((await shop.call('GET', '/api/config')).body.addressRequired).toBe(true)
        const person = await shop.customer()

        const without = await order(person)
        await address(person)
        const with_ = await order(person)

        expect([without.status, without.body.errors]).toEqual([
          422,
          { addressId: ['Add an address that we can deliver to.'] },
        ])
        expect([with_.status, with_.body.data[0].address.name]).toEqual([201, AN_ADDRESS.name])
      })

      it('that waits for stock while the account is closed keeps no copy', async () => {
        const person = await shop.customer()
        await address(person)
        const Product = await shop.product()
        const waiting: Array<Promise<Answer>> = []

        await shop.db.root.transaction().execute(async (tx) => {
          await sql`select from product where id = ${Product} for no key update`.execute(tx)
          waiting.push(order(person, { orders: [{ Product }] }))
          await expect.poll(() => waitingForLocks(shop.db.run)).toBe(1)
          waiting.push(close(person))
          await expect.poll(() => waitingForLocks(shop.db.run)).toBe(2)
        })

        const answers = await Promise.all(waiting)
        expect(answers.map(({ status }) => status)).toEqual([201, 200])
        const rows = await shop.sql`
        select from orders where user_id = ${person.id} and delivery_address is not null`
        expect(rows).toEqual([])
      })

      it('that waits while another address becomes the default is delivered there', async () => {
        const person = await shop.customer()
        await address(person, 'Home')
        const office = await address(person, 'Office')
        const waiting: Array<Promise<Answer>> = []

        await shop.db.root.transaction().execute(async (tx) => {
          await sql`select from app_user where id = ${person.id} for no key update`.execute(tx)
          await sql`update address set is_default = false where user_id = ${person.id}`.execute(tx)
          await sql`update address set is_default = true where id = ${office}`.execute(tx)
          waiting.push(order(person))
          await expect.poll(() => waitingForLocks(shop.db.run)).toBe(1)
        })

        const [placed] = await Promise.all(waiting)
        expect([placed?.status, placed?.body.data[0].address.name]).toEqual([201, 'Office'])
      })

      describe.each(volume([1], [1, 2, 3]))('round %i', () => {
        it('with deleting its address has the copy, or is not placed', async () => {
          const person = await shop.customer()
          const addressId = await address(person)

          const [placed, gone] = await Promise.all([
            order(person, { addressId }),
            forget(person, addressId),
          ])

          expect(gone?.status).toBe(200)
          expect(placed?.status === 201 ? placed.body.data[0].address.name : placed?.status).toBe(
            placed?.status === 201 ? AN_ADDRESS.name : 404,
          )
        })

        it('with closing the account keeps no copy', async () => {
          const person = await shop.customer()
          const addressId = await address(person)
          const { id } = (await order(person)).body.data[0]
          const staff = await shop.admin()

          const answers = await Promise.all([
            order(person, { addressId }),
            close(person),
            order(person),
            give(person, id, addressId),
            shop.as(staff, 'PUT', `/api/admin/orders/${id}/address`, AN_ADDRESS),
          ])

          // `keepInvariants` checks that no order of the closed account has an address.
          expect(answers.filter(({ status }) => status >= 500)).toEqual([])
        })
      })
    },
    { ADDRESS: 'required', UNPAID_ORDERS_MAX },
  )
})
