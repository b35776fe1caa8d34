import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { CashDue, PackingSlip } from '#contract/admin.ts'
import type { Order } from '#contract/orders.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, PASSWORD, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { createOrders } from '../orders/orders.ts'
import { inTransaction } from '../platform/db/database.ts'
import { startCharge } from './charges.store.ts'
import { holdOrders } from './purchases.store.ts'

describeShop('cash on delivery', (shop) => {
  const { byStaff, pay, seen: order, refund, ...buying } = withBuying(shop)
  let staff: Person

  const place = async (person: Person, payment = 'online', lines = 1) => {
    const orders = (await shop.products(lines)).map((Product) => ({ Product }))
    return buying.place(person, orders, { payment })
  }
  /** Places and confirms cash orders of a new customer with an address. @param fee in dollars. */
  async function ordered(lines = 1, fee = 0) {
    const person = await shop.customer()
    await shop.as(person, 'POST', '/api/user/addresses', AN_ADDRESS)
    await shop.sql`update shipping_method set fee_cents = ${fee * 100}`
    const orders: Order[] = (await place(person, 'cash', lines)).body.data
    await shop.sql`update shipping_method set fee_cents = 0`
    for (const { id } of orders) await byStaff(id, 'confirm')
    const ids = orders.map(({ id }) => id)
    const purchaseId = orders[0]?.purchaseId
    const { body } = await shop.as(person, 'GET', `/api/user/purchases/${purchaseId}`)
    return { person, ids, purchaseId, total: body.data.due.total as number }
  }
  const send = (orders: readonly number[]) =>
    shop.as(staff, 'POST', '/api/admin/parcels', { orders })
  const take = (purchaseId: unknown, total: number, parcel: number | null = null) =>
    shop.as(staff, 'POST', `/api/admin/purchases/${purchaseId}/cash`, { total, parcel })
  const due = async (id: unknown): Promise<CashDue | null> =>
    (await shop.as(staff, 'GET', `/api/admin/orders/${id}`)).body.cash
  const cancel = (person: Person, id: unknown) =>
    shop.as(person, 'POST', `/api/user/order/${id}/cancel`)
  const switchCash = (isOn: boolean, maxCents: number | null = null) =>
    shop.sql`update cash_on_delivery set is_on = ${isOn}, max_cents = ${maxCents}::bigint`

  beforeAll(async () => {
    staff = await shop.admin()
  })
  beforeEach(() => switchCash(true))
  shop.keepInvariants()

  it('is on the packing slips, before they are sent and afterwards', async () => {
    const { person, ids, total } = await ordered(2, 5)
    const [first = 0, second = 0] = ids
    const slipsOf = async (state: string): Promise<PackingSlip[]> => {
      const { body } = await shop.as(staff, 'GET', `/api/admin/packing-slips?state=${state}`)
      return body.slips.filter(({ orders }: PackingSlip) => orders[0]?.orderBy === person.id)
    }
    const [whole, ...others] = await slipsOf('unsent')
    expect(others).toEqual([])
    expect(whole).toMatchObject({ parcel: null, sent_at: null, collect: total })
    expect(whole?.orders.map(({ id }) => id)).toEqual(ids)

    const { body } = await send([second])

    const { orders, collect, notes, sent_at } = body.data
    const [sent] = await slipsOf('sent')
    expect(sent).toMatchObject({ parcel: { id: body.data.id }, orders, collect, notes, sent_at })
    const [rest] = await slipsOf('unsent')
    expect(rest?.orders.map(({ id }) => id)).toEqual([first])
    expect((rest?.collect ?? 0) + collect).toBe(total)
  })

  it('is refused while it is off, and above the largest total', async () => {
    const person = await shop.customer()
    for (const [isOn, max] of [
      [false, null],
      [true, 1],
    ] as const) {
      await switchCash(isOn, max)

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
      (await shop.as(person, 'POST', '/api/user/quote', { orders })).body.data

    expect(await quoted()).toMatchObject({ payments: ['online', 'cash'], cashMax: null })
    await switchCash(true, 100)
    expect(await quoted()).toMatchObject({ payments: ['online'], cashMax: 1 })
    await switchCash(true, 100_000_000)
    expect(await quoted()).toMatchObject({ payments: ['online', 'cash'], cashMax: null })
    await switchCash(false, 100)
    expect(await quoted()).toMatchObject({ payments: ['online'], cashMax: null })
  })

  it('is sent unpaid; taking the money completes and delivers the whole purchase', async () => {
    const { person, ids, purchaseId, total } = await ordered(2)

    const sent = await send(ids)
    expect(sent.status).toBe(201)
    const parcel = sent.body.data.id
    expect(sent.body.data.collect).toBe(total)
    expect(await due(ids[0])).toEqual({ orders: ids, parcel, total })
    expect(await order(person, ids[0])).toMatchObject({ state: 'confirm', payment: 'cash' })
    const canceled = await cancel(person, ids[0])
    expect([canceled.status, canceled.body.message]).toEqual([
      409,
      expect.stringContaining('on its way'),
    ])
    expect((await take(purchaseId, total + 1, parcel)).status).toBe(409)
    expect((await take(purchaseId, total, null)).status).toBe(409)
    expect((await take(purchaseId, total, parcel)).status).toBe(200)
    expect((await take(purchaseId, total, parcel)).status).toBe(200)
    expect(await due(ids[0])).toBeNull()

    for (const id of ids) {
      const { state, paid_at, delivered_at } = await order(person, id)
      expect([state, paid_at, delivered_at]).toEqual(['complete', expect.any(String), paid_at])
    }
  })

  it('is collected parcel by parcel, the fee for the delivery with the first', async () => {
    const { person, ids, purchaseId, total } = await ordered(3, 7)
    const prices = await Promise.all(ids.map(async (id) => (await order(person, id)).total))
    const [first, second] = [
      (await send(ids.slice(1, 2))).body.data,
      (await send(ids.slice(0, 1))).body.data,
    ]

    const [dueFirst, dueSecond, dueRest] = [await due(ids[1]), await due(ids[0]), await due(ids[2])]
    expect(dueFirst).toEqual({ orders: [ids[1]], parcel: first.id, total: (prices[1] ?? 0) + 7 })
    expect(dueSecond).toEqual({ orders: [ids[0]], parcel: second.id, total: prices[0] })
    expect(dueRest).toEqual({ orders: [ids[2]], parcel: null, total: prices[2] })
    expect([first.collect, second.collect]).toEqual([dueFirst?.total, prices[0]])

    // The first parcel is refused at the door: the fee is collected with the second.
    await byStaff(ids[1], 'cancel')
    expect((await take(purchaseId, prices[0] ?? 0, second.id)).status).toBe(409)
    expect((await take(purchaseId, (prices[0] ?? 0) + 7, second.id)).status).toBe(200)
    expect((await take(purchaseId, prices[2] ?? 0)).status).toBe(200)

    const rows = await shop.sql<{ taken: number }>`
      select sum(amount_cents)::bigint as taken from payment
      where order_id = any(${ids}::bigint[]) and state = 'captured'`
    expect(rows[0]?.taken).toBe(Math.round((total - (prices[1] ?? 0)) * 100))
    expect((await order(person, ids[2])).delivered_at).toBeNull()
  })

  it('may be taken for the second parcel while the first, which brings the fee, is on its way', async () => {
    const { person, ids, purchaseId } = await ordered(2, 7)
    await send(ids.slice(0, 1))
    const second = (await send(ids.slice(1))).body.data
    const { total } = await order(person, ids[1])

    expect((await take(purchaseId, total, second.id)).status).toBe(200)
    expect(await checkInvariants(shop.db.run)).toEqual([])

    await byStaff(ids[0], 'cancel')
  })

  it('is switched by staff, with an entry in the audit log', async () => {
    const replace = (body: unknown) => shop.as(staff, 'PUT', '/api/admin/cash-on-delivery', body)

    expect((await replace({ is_offered: true, max_total: 12.345 })).status).toBe(422)
    const { body } = await replace({ is_offered: true, max_total: 12.34 })

    expect(body.data).toMatchObject({ is_offered: true, max_total: 12.34 })
    expect((await shop.as(staff, 'GET', '/api/admin/cash-on-delivery')).body).toEqual(body)
    const rows = await shop.sql<{ before: unknown; after: unknown }>`
      select before, after from audit_entry where entity = 'cash' order by id desc limit 1`
    expect(rows).toEqual([{ before: { max_total: null }, after: { max_total: 12.34 } }])
  })

  it('is not offered for a purchase that costs nothing', async () => {
    const person = await shop.customer()
    await shop.sql`insert into coupon (code, kind, percent) values ('GIFT', 'percent', 100)`
    const body = { orders: [{ Product: await shop.product() }], coupon: 'GIFT' }

    const { data } = (await shop.as(person, 'POST', '/api/user/quote', body)).body
    expect(data.payments).toEqual(['online'])
    const refused = await shop.as(person, 'POST', '/api/user/order', { ...body, payment: 'cash' })
    expect(refused.status).toBe(422)
  })

  it('is collected without what a coupon took off', async () => {
    await shop.sql`insert into coupon (code, kind, percent) values ('HALF', 'percent', 50)`
    const person = await shop.customer()
    const orders = [{ Product: await shop.product({ price: 20 }) }]
    const body = { orders, coupon: 'HALF', payment: 'cash' }
    const [placed]: Order[] = (await shop.as(person, 'POST', '/api/user/order', body)).body.data
    await byStaff(placed?.id, 'confirm')

    expect((await due(placed?.id))?.total).toBe(10)
    expect((await take(placed?.purchaseId, 10)).status).toBe(200)
  })

  it('can still be paid online before it is sent', async () => {
    const { person, ids, purchaseId, total } = await ordered()

    expect((await pay(person, ids[0])).status).toBe(200)

    expect((await order(person, ids[0])).state).toBe('complete')
    expect(await due(ids[0])).toBeNull()
    expect((await take(purchaseId, total)).status).toBe(409)
  })

  it('is not paid online any more once a parcel of its purchase is on its way', async () => {
    const { person, ids, purchaseId, total } = await ordered(2)
    const [sent, unsent] = ids
    const { collect } = (await send([sent ?? 0])).body.data

    for (const path of [
      `/api/user/order/${sent}/payment`,
      `/api/user/order/${unsent}/payment`,
      `/api/user/purchases/${purchaseId}/payment`,
    ]) {
      const { status, body } = await shop.as(person, 'POST', path)
      expect([status, body.message]).toEqual([
        409,
        expect.stringContaining('in cash when it arrives'),
      ])
    }

    const [first, rest] = [await due(sent), await due(unsent)]
    expect(first?.total).toBe(collect)
    expect((first?.total ?? 0) + (rest?.total ?? 0)).toBe(total)
  })

  it('is not sent while the customer is paying online for the purchase', async () => {
    const { ids } = await ordered(2)
    const [sent, being] = ids
    await inTransaction(shop.db, async (tx) => {
      await holdOrders(tx, [being ?? 0], { minutes: 10, seconds: 60 })
      await startCharge(tx, [being ?? 0], { provider: 'sandbox', deliveryCents: 0 })
    })

    const refused = await send([sent ?? 0])

    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('in progress'),
    ])
    await shop.sql`update payment set state = 'failed' where order_id = ${being}`
    expect((await send([sent ?? 0])).status).toBe(201)
  })

  it('goes back by hand: a refund asks no provider, and is on the order', async () => {
    const { person, ids, purchaseId, total } = await ordered()
    await take(purchaseId, total)

    expect((await refund(ids[0])).status).toBe(200)

    const { state, paid, refunded, owed } = await order(person, ids[0])
    expect([state, paid, refunded, owed]).toEqual(['canceled', total, total, 0])
  })

  it('keeps its address while it is on its way, also of an account that was closed', async () => {
    const [sent, waiting] = [await ordered(), await ordered()]
    const parcel = (await send(sent.ids)).body.data.id
    for (const { person } of [sent, waiting]) {
      const closed = await shop.as(person, 'POST', '/api/auth/user/delete', { password: PASSWORD })
      expect(closed.status).toBe(200)
    }
    const address = async (id: unknown) =>
      (await shop.as(staff, 'GET', `/api/admin/orders/${id}`)).body.data.address

    expect(await address(sent.ids[0])).not.toBeNull()
    expect(await address(waiting.ids[0])).toBeNull()
    expect(await checkInvariants(shop.db.run)).toEqual([])
    await take(sent.purchaseId, sent.total, parcel)
    expect(await address(sent.ids[0])).toBeNull()
  })

  it('is not canceled by the time to pay, and by staff even when it was sent', async () => {
    const { person, ids } = await ordered()
    await send(ids)
    await shop.sql`update orders set confirmed_at = now() - interval '9 days' where id = ${ids[0]}`
    await createOrders(shop.db, createCatalogChanges()).cancelUnpaid(60)
    expect((await order(person, ids[0])).state).toBe('confirm')

    expect((await byStaff(ids[0], 'cancel')).status).toBe(200)
    expect((await order(person, ids[0])).state).toBe('canceled')
  })

  it('belongs to cash orders: an online one is neither sent unpaid nor paid by hand', async () => {
    const person = await shop.customer()
    await shop.as(person, 'POST', '/api/user/addresses', AN_ADDRESS)
    const [online]: Order[] = (await place(person)).body.data
    await byStaff(online?.id, 'confirm')

    expect((await send([online?.id ?? 0])).status).toBe(409)
    expect((await take(online?.purchaseId, online?.total ?? 0)).status).toBe(409)
  })

  it.for(['take', 'cancel', 'pay', 'off'])(
    'is taken once, whatever happens at the same time: %s',
    async (rival) => {
      const { person, ids, purchaseId, total } = await ordered(2)
      const rivals: Record<string, () => Promise<unknown>> = {
        take: () => take(purchaseId, total),
        cancel: () => cancel(person, ids[0]),
        pay: () => pay(person, ids[0]),
        off: () => switchCash(false),
      }

      await Promise.all([take(purchaseId, total), rivals[rival]?.()])

      const rows = await shop.sql<{ taken: number }>`
        select count(*)::integer as taken from payment
        where order_id = any(${ids}::bigint[]) and state = 'captured'
        group by order_id having count(*) > 1`
      expect(rows).toEqual([])
    },
  )

  it('comes online or at the door: an order is paid online or sent unpaid', async () => {
    for (let round = 0; round < volume(2, 10); round++) {
      const { person, ids } = await ordered()

      const [sent, paid] = await Promise.all([send(ids), pay(person, ids[0])])

      const collects = sent.status === 201 && sent.body.data.collect > 0
      expect(collects && paid.status === 200).toBe(false)
      const { state } = await order(person, ids[0])
      expect(state).toBe(paid.status === 200 ? 'complete' : 'confirm')
    }
  })

  it('lets an order be either sent or canceled', async () => {
    const { person, ids } = await ordered()

    const answers = await Promise.all([send(ids), cancel(person, ids[0])])

    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
  })
})
