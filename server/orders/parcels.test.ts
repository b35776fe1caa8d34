import { beforeAll, expect, it } from 'vitest'
import type { AdminParcel, PackingSlip } from '#contract/admin.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const ROUNDS = volume(2, 20)

const TRACKING = {
  carrier: 'Orvane Express',
  tracking_number: 'OX 1234',
  tracking_url: 'https://track.example/OX1234',
}

describeShop('a parcel', (shop) => {
  const buying = withBuying(shop)
  const find = buying.seen
  let staff: Person

  async function customer(): Promise<Person> {
    const person = await shop.customer()
    await shop.as(person, 'POST', '/api/user/addresses', AN_ADDRESS)
    return person
  }
  async function paid(person: Person, count = 1): Promise<number[]> {
    const orders = (await shop.products(count)).map((Product) => ({ Product }))
    return (await buying.paid(person, orders)).map(({ id }) => id)
  }
  const send = (orders: readonly number[], facts: object = TRACKING) =>
    shop.as(staff, 'POST', '/api/admin/parcels', { orders, ...facts })

  /** The ids of the orders on each packing slip. */
  const slips = async (query: string) => {
    const { body } = await shop.as(staff, 'GET', `/api/admin/packing-slips?${query}`)
    return body.slips.map(({ orders }: PackingSlip) => orders.map(({ id }) => id))
  }

  beforeAll(async () => {
    staff = await shop.admin()
  })
  shop.keepInvariants()

  it('carries several orders; the customer sees when, by whom and the tracking', async () => {
    const person = await customer()
    const ids = await paid(person, 3)

    const { status, body } = await send(ids)

    expect(status).toBe(201)
    const { id, sent_at, orders }: AdminParcel = body.data
    expect(orders.map((order) => order.id)).toEqual(ids)
    for (const orderId of ids) {
      expect(await find(person, orderId)).toMatchObject({
        state: 'complete',
        sent_at,
        delivered_at: null,
        parcel: { id, ...TRACKING },
      })
    }
    expect((await shop.as(staff, 'GET', `/api/admin/parcels/${id}`)).body).toEqual(body)
    const detail = await shop.as(staff, 'GET', `/api/admin/orders/${ids[0]}`)
    expect(detail.body.history.at(-1)).toMatchObject({ move: 'send', by: 'admin' })
  })

  it('needs no carrier: blank texts are none', async () => {
    const person = await customer()
    const ids = await paid(person)

    const { body } = await send(ids, { carrier: '  ', tracking_number: null })

    const none = { carrier: null, tracking_number: null, tracking_url: null }
    expect(body.data).toMatchObject(none)
  })

  it('is refused for what is not paid, has no address, is sent or delivered, or is unknown', async () => {
    const person = await customer()
    const [unpaid] = await buying.placed(person, [{ Product: await shop.product() }])
    const homeless = await paid(await shop.customer())
    const [sent = 0, delivered = 0, ready = 0] = await paid(person, 3)
    await send([sent])
    await shop.as(person, 'POST', `/api/user/order/${delivered}/delivered`)

    const answers = [
      await send([ready, unpaid?.id ?? 0]),
      await send(homeless),
      await send([ready, sent]),
      await send([ready, delivered]),
      await send([ready, 999_999]),
    ]

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 404])
    expect(answers[1]?.body.message).toBe(
      'The customer must choose a delivery address before you can ship this order.',
    )
    expect(await find(person, ready)).toMatchObject({ sent_at: null, parcel: null })
  })

  it('never holds orders of two customers or to two addresses', async () => {
    const [one, other] = [await customer(), await customer()]
    const [ofOne = 0] = await paid(one)
    const [ofOther = 0] = await paid(other)
    const office = { ...AN_ADDRESS, name: 'Office', isDefault: true }
    await shop.as(one, 'POST', '/api/user/addresses', office)
    const [toOffice = 0] = await paid(one)

    const refused = [await send([ofOne, ofOther]), await send([ofOne, toOffice])]

    expect(await slips('state=unsent')).toEqual(
      expect.arrayContaining([[ofOne], [ofOther], [toOffice]]),
    )
    for (const { status, body } of refused) {
      expect([status, body.message]).toEqual([
        409,
        'These orders go to different customers or addresses. Ship them separately.',
      ])
    }
  })

  it('has a packing slip that is found by any of its orders, before it is sent and after', async () => {
    await paid(await customer())
    const ids = await paid(await customer(), 2)

    for (const id of ids) expect(await slips(`state=unsent&order=${id}`)).toEqual([ids])
    await send(ids)

    for (const id of ids) expect(await slips(`state=sent&order=${id}`)).toEqual([ids])
    expect(await slips(`state=unsent&order=${ids[0]}`)).toEqual([])
  })

  it('can have its tracking corrected, for every order at once, and says so in the audit', async () => {
    const person = await customer()
    const ids = await paid(person, 2)
    const { id } = (await send(ids, {})).body.data

    const corrected = await shop.as(staff, 'PUT', `/api/admin/parcels/${id}`, TRACKING)
    const again = await shop.as(staff, 'PUT', `/api/admin/parcels/${id}`, TRACKING)

    expect(corrected.body.data).toMatchObject(TRACKING)
    expect(again.body).toEqual(corrected.body)
    for (const order of ids) expect((await find(person, order)).parcel).toEqual({ id, ...TRACKING })
    const { body } = await shop.as(staff, 'GET', `/api/admin/audit?entity=parcel&entity_id=${id}`)
    expect(body.entries).toMatchObject([{ action: 'edit' }, { action: 'send' }])
    expect((await shop.as(staff, 'PUT', '/api/admin/parcels/999999', TRACKING)).status).toBe(404)
  })

  it('takes only an https page for its tracking', async () => {
    const person = await customer()
    const ids = await paid(person)

    for (const tracking_url of ['javascript:alert(1)', 'http://track.example', 'https://a b']) {
      expect((await send(ids, { tracking_url })).status).toBe(422)
    }
  })

  it('can still be delivered and refunded, and keeps its tracking', async () => {
    const person = await customer()
    const [first = 0, second = 0] = await paid(person, 2)
    await send([first, second])

    await shop.as(person, 'POST', `/api/user/order/${first}/delivered`)
    await buying.refund(second)

    expect((await find(person, first)).delivered_at).not.toBeNull()
    expect(await find(person, second)).toMatchObject({ state: 'canceled', parcel: TRACKING })
  })

  it('is one, however often and in what sequence its orders are sent at once', async () => {
    const person = await customer()
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await paid(person, 3)
      const backwards = [...ids].reverse()

      const answers = await Promise.all([ids, backwards, ids.slice(1)].map((some) => send(some)))

      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    }
  })

  it('has no order that was refunded or delivered at the same time', async () => {
    const person = await customer()
    for (let round = 0; round < ROUNDS; round++) {
      const [refunded = 0, delivered = 0] = await paid(person, 2)

      await Promise.all([
        send([refunded]),
        buying.refund(refunded),
        send([delivered]),
        shop.as(person, 'POST', `/api/user/order/${delivered}/delivered`),
      ])

      expect((await find(person, refunded)).state).toBe('canceled')
      expect((await find(person, delivered)).delivered_at).not.toBeNull()
    }
  })
})
