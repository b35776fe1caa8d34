/** Staff set or correct the address of an order. */
import { beforeAll, expect, it } from 'vitest'
import type { AddressBody } from '#contract/addresses.ts'
import type { Order } from '#contract/orders.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

const CORRECTED: AddressBody = { ...AN_ADDRESS, phone: '055 987 6543', lines: ['Palm Street 7'] }
const IN_OMAN: AddressBody = {
  ...CORRECTED,
  phone: '92123456',
  country: 'OM',
  region: null,
  city: 'Muscat',
  postcode: '100',
}

describeShop('the address of an order, corrected by staff', (shop) => {
  const { placed, byStaff, payPurchase, seen } = withBuying(shop)
  let staff: Person

  beforeAll(async () => {
    staff = await shop.admin()
  })
  shop.keepInvariants()

  const correct = (id: number, body: object = CORRECTED, by = staff) =>
    shop.as(by, 'PUT', `/api/admin/orders/${id}/address`, body)
  const detail = async (id: number) => (await shop.as(staff, 'GET', `/api/admin/orders/${id}`)).body
  const addressesOf = async (person: Person) =>
    (await shop.as(person, 'GET', '/api/user/addresses')).body.data
  const auditOf = (id: number) =>
    shop.sql<{ actor_id: number }>`
      select actor_id, action, before, after from audit_entry
      where entity = 'order' and entity_id = ${id} and action = 'address' order by id`

  async function purchase({ address = true, orders = 1 } = {}) {
    const person = await shop.customer()
    if (address) await shop.as(person, 'POST', '/api/user/addresses', AN_ADDRESS)
    const products = await shop.products(orders)
    const all = await placed(
      person,
      products.map((Product) => ({ Product })),
    )
    return { person, all, order: all[0] as Order }
  }

  async function pay(person: Person, orders: readonly Order[]) {
    for (const { id } of orders) await byStaff(id, 'confirm')
    expect((await payPurchase(person, orders[0]?.purchaseId)).status).toBe(200)
  }

  it('is checked, stored, announced and logged without it, and is not in the address book', async () => {
    const { person, order } = await purchase()
    const book = await addressesOf(person)

    const wrong = await correct(order.id, { ...CORRECTED, phone: '12', region: 'XX' })
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
      422,
      ['phone', 'region'],
    ])
    const first = await correct(order.id)
    expect(first.body.data).toMatchObject({
      id: order.id,
      customer: { id: person.id },
      address: { phone: '+971559876543', lines: ['Palm Street 7'] },
    })
    expect((await correct(order.id)).text).toBe(first.text)

    expect((await seen(person, order.id)).address).toEqual(first.body.data.address)
    expect(await addressesOf(person)).toEqual(book)
    expect(await auditOf(order.id)).toEqual([
      { actor_id: staff.id, action: 'address', before: null, after: null },
    ])
    const topics = await shop.sql`
      select topic from outbox where payload ->> 'orderId' = ${String(order.id)} order by id`
    expect(topics).toEqual([{ topic: 'order-placed' }, { topic: 'order-updated' }])
  })

  it('is corrected for the orders of its purchase that have the same, once', async () => {
    const { person, all } = await purchase({ address: false, orders: 4 })
    const [one, two, elsewhere, canceled] = all.map(({ id }) => id) as [
      number,
      number,
      number,
      number,
    ]
    const { body } = await shop.as(person, 'POST', '/api/user/addresses', AN_ADDRESS)
    const addressId = body.data.id
    await shop.as(person, 'PUT', `/api/user/order/${elsewhere}/address`, { addressId })
    await byStaff(canceled, 'cancel')

    expect((await correct(one)).status).toBe(200)

    const names = [one, two, elsewhere, canceled].map(
      async (id) => (await seen(person, id)).address?.lines[0] ?? null,
    )
    expect(await Promise.all(names)).toEqual([
      'Palm Street 7',
      'Palm Street 7',
      'Al Wasl Road 12',
      null,
    ])
    expect([await auditOf(two), await auditOf(elsewhere)]).toMatchObject([[{}], []])
  })

  it('is not written over another that was saved since', async () => {
    const { person, order } = await purchase()
    const { addressVersion: version } = await detail(order.id)
    await byStaff(order.id, 'confirm')
    expect((await detail(order.id)).addressVersion).toBe(version)

    const bodies = [CORRECTED, { ...CORRECTED, name: 'Sara' }].map((body) => ({ ...body, version }))
    const both = await Promise.all(bodies.map((body) => correct(order.id, body)))

    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const saved = both.find(({ status }) => status === 200)?.body.data.address
    const refused = both.find(({ status }) => status === 409)?.body
    expect([refused.error, (await seen(person, order.id)).address]).toEqual([
      'edited_meanwhile',
      saved,
    ])
    // The same address again is not a conflict.
    const [same] = bodies.filter((_, index) => both[index]?.status === 200)
    expect((await correct(order.id, same)).status).toBe(200)
  })

  it('stays in its country once it is paid, and is final once it is sent', async () => {
    const { person, all, order } = await purchase()
    expect((await correct(order.id, IN_OMAN)).status).toBe(200)
    expect((await correct(order.id)).status).toBe(200)
    await pay(person, all)

    const abroad = await correct(order.id, IN_OMAN)
    expect([abroad.status, abroad.body.errors]).toEqual([
      422,
      { country: ["This order has been paid, so the country of its address can't be changed."] },
    ])
    expect((await correct(order.id, { ...CORRECTED, name: 'Sara' })).status).toBe(200)

    expect(
      (await shop.as(staff, 'POST', '/api/admin/parcels', { orders: [order.id] })).status,
    ).toBe(201)
    for (const body of [CORRECTED, IN_OMAN]) {
      const sent = await correct(order.id, body)
      expect([sent.status, sent.body.message]).toEqual([
        409,
        "This order's address can no longer be changed.",
      ])
    }
  })

  it('can go back to the country of the invoice if the order was paid without one', async () => {
    await shop.sql`update seller set country = 'AE'`
    const { person, all, order } = await purchase({ address: false })
    await pay(person, all)
    await shop.sql`update seller set country = null`

    expect((await correct(order.id, IN_OMAN)).status).toBe(200)
    expect((await correct(order.id, { ...IN_OMAN, name: 'Sara' })).status).toBe(200)
    expect((await correct(order.id)).status).toBe(200)
    expect((await correct(order.id, IN_OMAN)).status).toBe(422)
  })

  it('lets a paid order without one be sent', async () => {
    const { person, all, order } = await purchase({ address: false })
    await pay(person, all)
    const send = () => shop.as(staff, 'POST', '/api/admin/parcels', { orders: [order.id] })
    expect((await send()).status).toBe(409)

    expect((await correct(order.id, IN_OMAN)).status).toBe(200)
    expect((await send()).status).toBe(201)
  })

  it('is refused where the shipping method does not go, as the customer is', async () => {
    const { person, order } = await purchase()
    const { body } = await shop.as(person, 'POST', '/api/user/addresses', IN_OMAN)
    await shop.sql`update shipping_method set places = '{AE}'`

    const byCustomer = await shop.as(person, 'PUT', `/api/user/order/${order.id}/address`, {
      addressId: body.data.id,
    })
    const bySeller = await correct(order.id, IN_OMAN)
    await shop.sql`update shipping_method set places = null`

    expect([bySeller.status, bySeller.text]).toEqual([409, byCustomer.text])
    expect(bySeller.body.message).toBe("This order's shipping method doesn't cover this address.")
  })

  it('is for staff, and for orders that are there', async () => {
    const { person, order } = await purchase()
    expect((await correct(order.id, CORRECTED, person)).status).toBe(403)
    expect((await correct(999_999)).status).toBe(404)
  })

  it('is not given to an order of a closed account', async () => {
    const { person, order } = await purchase({ address: false })
    await shop.sql`update app_user set deleted_at = now(), disabled_at = now() where id = ${person.id}`
    expect((await detail(order.id)).data.customer).toMatchObject({ closed: true })
    const { status, body } = await correct(order.id)
    expect([status, body.message]).toEqual([
      409,
      "The customer's account was deleted, so this order can't get an address.",
    ])
  })
})
