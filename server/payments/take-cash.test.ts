import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { createOrders } from '../orders/orders.ts'

function peopleOf(shop: Shop) {
  const call = (person: Person, method: string, path: string, body?: unknown) =>
    shop.call(method, path, { token: person.token, ...(body ? { body } : {}) })
  return {
    call,
    async place(person: Person, payment?: string, lines = 1) {
      const orders: unknown[] = []
      for (let line = 0; line < lines; line++) orders.push({ Product: await shop.product() })
      return call(person, 'POST', '/api/user/order', { orders, ...(payment && { payment }) })
    },
    /** Confirmed cash orders of a new customer with an address. */
    async ordered(staff: Person, lines = 1) {
      const person = await shop.customer()
      await call(person, 'POST', '/api/user/addresses', AN_ADDRESS)
      const { body } = await this.place(person, 'cash', lines)
      const orders: Order[] = body.data
      for (const { id } of orders) await call(staff, 'POST', `/api/admin/orders/${id}/confirm`)
      const ids = orders.map(({ id }) => id)
      const purchaseId = orders[0]?.purchaseId
      const purchase = (await call(person, 'GET', `/api/user/purchases/${purchaseId}`)).body.data
      return { person, ids, purchaseId, total: purchase.due.total as number }
    },
    send: (staff: Person, orders: readonly number[]) =>
      call(staff, 'POST', '/api/admin/parcels', { orders }),
    take: (staff: Person, purchaseId: unknown, total: number) =>
      call(staff, 'POST', `/api/admin/purchases/${purchaseId}/cash`, { total }),
    order: async (person: Person, id: unknown): Promise<Order> =>
      (await call(person, 'GET', `/api/user/order/${id}`)).body.data,
  }
}

async function switchCash(shop: Shop, isOn: boolean, maxCents: number | null = null) {
  await sql`update cash_on_delivery set is_on = ${isOn}, max_cents = ${maxCents}::bigint`.execute(
    shop.db.run,
  )
}

describeShop('cash on delivery', (shop) => {
  const people = peopleOf(shop)
  const { call, place, send, take, order } = people

  beforeEach(() => switchCash(shop, true))

  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('is refused while it is off, and above the largest total', async () => {
    const person = await shop.customer()
    for (const [isOn, max] of [
      [false, null],
      [true, 1],
    ] as const) {
      await switchCash(shop, isOn, max)

      const { status, body } = await place(person, 'cash')

      expect(status).toBe(422)
      expect(body.errors.payment).toHaveLength(1)
    }
    expect((await place(person)).body.data[0].payment).toBe('online')
  })

  it('is offered by the quote when it is on', async () => {
    const person = await shop.customer()
    const orders = [{ Product: await shop.product() }]
    const quoted = async () =>
      (await call(person, 'POST', '/api/user/quote', { orders })).body.data.payments

    expect(await quoted()).toEqual(['online', 'cash'])
    await switchCash(shop, false)
    expect(await quoted()).toEqual(['online'])
  })

  it('is sent unpaid; taking the money completes and delivers the whole purchase', async () => {
    const staff = await shop.admin()
    const { person, ids, purchaseId, total } = await people.ordered(staff, 2)

    expect((await send(staff, ids)).status).toBe(201)
    expect(await order(person, ids[0])).toMatchObject({ state: 'confirm', payment: 'cash' })
    const cancelled = await call(person, 'POST', `/api/user/order/${ids[0]}/cancel`)
    expect([cancelled.status, cancelled.body.message]).toEqual([
      409,
      expect.stringContaining('on its way'),
    ])
    expect((await take(staff, purchaseId, total + 1)).status).toBe(409)
    expect((await take(staff, purchaseId, total)).status).toBe(200)
    expect((await take(staff, purchaseId, total)).status).toBe(200)

    for (const id of ids) {
      const { state, paid_at, delivered_at } = await order(person, id)
      expect([state, paid_at, delivered_at]).toEqual(['complete', expect.any(String), paid_at])
    }
  })

  it('is not cancelled by the time to pay, and by staff even when it was sent', async () => {
    const staff = await shop.admin()
    const { person, ids } = await people.ordered(staff)
    await send(staff, ids)
    await sql`update orders set confirmed_at = now() - interval '9 days' where id = ${ids[0]}`.execute(
      shop.db.run,
    )
    await createOrders(shop.db, createCatalogChanges()).cancelUnpaid(60)
    expect((await order(person, ids[0])).state).toBe('confirm')

    expect((await call(staff, 'POST', `/api/admin/orders/${ids[0]}/cancel`)).status).toBe(200)
    expect((await order(person, ids[0])).state).toBe('canceled')
  })

  it('belongs to cash orders: an online one is neither sent unpaid nor paid by hand', async () => {
    const [staff, person] = [await shop.admin(), await shop.customer()]
    await call(person, 'POST', '/api/user/addresses', AN_ADDRESS)
    const [online]: Order[] = (await place(person)).body.data
    await call(staff, 'POST', `/api/admin/orders/${online?.id}/confirm`)

    expect((await send(staff, [online?.id ?? 0])).status).toBe(409)
    expect((await take(staff, online?.purchaseId, online?.total ?? 0)).status).toBe(409)
  })
})

describeShop(
  'the money of a cash order',
  (shop) => {
    const people = peopleOf(shop)

    beforeEach(() => switchCash(shop, true))

    it.for(['take', 'cancel', 'pay', 'off'])(
      'is taken once, whatever happens at the same time: %s',
      async (rival) => {
        const staff = await shop.admin()
        const { person, ids, purchaseId, total } = await people.ordered(staff, 2)
        const rivals: Record<string, () => Promise<unknown>> = {
          take: () => people.take(staff, purchaseId, total),
          cancel: () => people.call(person, 'POST', `/api/user/order/${ids[0]}/cancel`),
          pay: () => people.call(person, 'POST', `/api/user/order/${ids[0]}/payment`),
          off: () => switchCash(shop, false),
        }

        await Promise.all([people.take(staff, purchaseId, total), rivals[rival]?.()])

        const { rows } = await sql<{ taken: number }>`
        select count(*)::integer as taken from payment
        where order_id = any(${ids}::bigint[]) and state = 'captured'
        group by order_id having count(*) > 1`.execute(shop.db.run)
        expect(rows).toEqual([])
        expect(await checkInvariants(shop.db.run)).toEqual([])
      },
    )

    it('lets an order be either sent or cancelled', async () => {
      const staff = await shop.admin()
      const { person, ids } = await people.ordered(staff)

      const answers = await Promise.all([
        people.send(staff, ids),
        people.call(person, 'POST', `/api/user/order/${ids[0]}/cancel`),
      ])

      expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
      expect(await checkInvariants(shop.db.run)).toEqual([])
    })
  },
  ['postgres'],
)
