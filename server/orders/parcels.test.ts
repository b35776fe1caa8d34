import { describe, expect, it } from 'vitest'
import type { AdminParcel, PackingSlip } from '#contract/admin.ts'
import type { Order } from '#contract/orders.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'

const TRACKING = {
  carrier: 'Orvane Express',
  tracking_number: 'OX 1234',
  tracking_url: 'https://track.example/OX1234',
}

function peopleOf(shop: Shop) {
  const call = (person: Person, method: string, path: string, body?: unknown) =>
    shop.call(method, path, { token: person.token, body })
  return {
    call,
    async customer(isHomeless = false): Promise<Person> {
      const person = await shop.customer()
      if (!isHomeless) await call(person, 'POST', '/api/user/addresses', AN_ADDRESS)
      return person
    },
    async order(person: Person, lines = 1): Promise<number[]> {
      const orders: unknown[] = []
      for (let line = 0; line < lines; line++) orders.push({ Product: await shop.product() })
      const { body } = await call(person, 'POST', '/api/user/order', { orders })
      return body.data.map(({ id }: Order) => id)
    },
    async paid(staff: Person, person: Person, lines = 1): Promise<number[]> {
      const ids = await this.order(person, lines)
      for (const id of ids) {
        await call(staff, 'POST', `/api/admin/orders/${id}/confirm`)
        await call(person, 'POST', `/api/user/order/${id}/payment`)
      }
      return ids
    },
    send: (staff: Person, orders: readonly number[], facts: object = TRACKING) =>
      call(staff, 'POST', '/api/admin/parcels', { orders, ...facts }),
    find: async (person: Person, id: number): Promise<Order> =>
      (await call(person, 'GET', `/api/user/order/${id}`)).body.data,
  }
}

describeShop('a parcel', (shop) => {
  const people = peopleOf(shop)
  const { call, send, find } = people

  shop.keepInvariants()

  it('carries several orders; the customer sees when, by whom and the tracking', async () => {
    const [staff, person] = [await shop.admin(), await people.customer()]
    const ids = await people.paid(staff, person, 3)

    const { status, body } = await send(staff, ids)

    expect(status).toBe(201)
    const { id, sent_at, orders }: AdminParcel = body.data
    expect(orders.map((order) => order.id)).toEqual(ids)
    for (const orderId of ids) {
      expect(await find(person, orderId)).toMatchObject({
        state: 'complete',
        ...{ sent_at, delivered_at: null, parcel: { id, ...TRACKING } },
      })
    }
    expect((await call(staff, 'GET', `/api/admin/parcels/${id}`)).body).toEqual(body)
    const detail = await call(staff, 'GET', `/api/admin/orders/${ids[0]}`)
    expect(detail.body.history.at(-1)).toMatchObject({ move: 'send', by: 'admin' })
  })

  it('needs no carrier: blank texts are none', async () => {
    const [staff, person] = [await shop.admin(), await people.customer()]
    const ids = await people.paid(staff, person)

    const { body } = await send(staff, ids, { carrier: '  ', tracking_number: null })

    const none = { carrier: null, tracking_number: null, tracking_url: null }
    expect(body.data).toMatchObject(none)
  })

  it('is refused for what is not paid, has no address, is sent or delivered, or is unknown', async () => {
    const [staff, person] = [await shop.admin(), await people.customer()]
    const [unpaid = 0] = await people.order(person)
    const homeless = await people.paid(staff, await people.customer(true))
    const [sent = 0, delivered = 0, ready = 0] = await people.paid(staff, person, 3)
    await send(staff, [sent])
    await call(person, 'POST', `/api/user/order/${delivered}/delivered`)

    const answers = [
      await send(staff, [ready, unpaid]),
      await send(staff, homeless),
      await send(staff, [ready, sent]),
      await send(staff, [ready, delivered]),
      await send(staff, [ready, 999_999]),
    ]

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 404])
    expect(answers[1]?.body.message).toBe('Choose a delivery address before you ship this order.')
    expect(await find(person, ready)).toMatchObject({ sent_at: null, parcel: null })
  })

  it('never holds orders of two customers or to two addresses', async () => {
    const staff = await shop.admin()
    const [one, other] = [await people.customer(), await people.customer()]
    const [ofOne = 0] = await people.paid(staff, one)
    const [ofOther = 0] = await people.paid(staff, other)
    const { body } = await call(one, 'POST', '/api/user/addresses', {
      ...AN_ADDRESS,
      name: 'Office',
      isDefault: true,
    })
    expect(body.data.isDefault).toBe(true)
    const [toOffice = 0] = await people.paid(staff, one)

    const refused = [await send(staff, [ofOne, ofOther]), await send(staff, [ofOne, toOffice])]

    const { body: listed } = await call(staff, 'GET', '/api/admin/packing-slips?state=unsent')
    const ids = listed.slips.map(({ orders }: PackingSlip) => orders.map(({ id }) => id))
    expect(ids).toEqual(expect.arrayContaining([[ofOne], [ofOther], [toOffice]]))
    for (const { status, body } of refused) {
      expect([status, body.message]).toEqual([
        409,
        'These orders go to different customers or addresses. Ship them separately.',
      ])
    }
  })

  it('can have its tracking corrected, for every order at once, and says so in the audit', async () => {
    const [staff, person] = [await shop.admin(), await people.customer()]
    const ids = await people.paid(staff, person, 2)
    const { id } = (await send(staff, ids, {})).body.data

    const corrected = await call(staff, 'PUT', `/api/admin/parcels/${id}`, TRACKING)
    const again = await call(staff, 'PUT', `/api/admin/parcels/${id}`, TRACKING)

    expect(corrected.body.data).toMatchObject(TRACKING)
    expect(again.body).toEqual(corrected.body)
    for (const order of ids) expect((await find(person, order)).parcel).toEqual({ id, ...TRACKING })
    const { body } = await shop.call('GET', '/api/admin/audit', {
      token: staff.token,
      query: { entity: 'parcel', entity_id: String(id) },
    })
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual(['edit', 'send'])
    expect((await call(staff, 'PUT', '/api/admin/parcels/999999', TRACKING)).status).toBe(404)
  })

  it('takes only an https page for its tracking', async () => {
    const [staff, person] = [await shop.admin(), await people.customer()]
    const ids = await people.paid(staff, person)

    for (const tracking_url of ['javascript:alert(1)', 'http://track.example', 'https://a b']) {
      expect((await send(staff, ids, { tracking_url })).status).toBe(422)
    }
  })

  it('can still be delivered and refunded, and keeps its tracking', async () => {
    const [staff, person] = [await shop.admin(), await people.customer()]
    const [first = 0, second = 0] = await people.paid(staff, person, 2)
    await send(staff, [first, second])

    await call(person, 'POST', `/api/user/order/${first}/delivered`)
    await call(staff, 'POST', `/api/admin/orders/${second}/refund`, { goodsBack: true })

    expect((await find(person, first)).delivered_at).not.toBeNull()
    expect(await find(person, second)).toMatchObject({ state: 'canceled', parcel: TRACKING })
  })
})

describe('at once', () => {
  describeShop('sending', (shop) => {
    const people = peopleOf(shop)

    shop.keepInvariants()

    it('the same orders twice makes one parcel', async () => {
      const [staff, person] = [await shop.admin(), await people.customer()]
      for (let round = 0; round < 5; round++) {
        const ids = await people.paid(staff, person, 3)
        const backwards = [...ids].reverse()

        const answers = await Promise.all(
          [ids, backwards, ids.slice(1)].map((some) => people.send(staff, some)),
        )

        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
        expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
      }
    })

    it('and refunding, or delivering, leaves an order that is one or the other', async () => {
      const [staff, person] = [await shop.admin(), await people.customer()]
      for (let round = 0; round < 5; round++) {
        const [refunded = 0, delivered = 0] = await people.paid(staff, person, 2)

        await Promise.all([
          people.send(staff, [refunded]),
          people.call(staff, 'POST', `/api/admin/orders/${refunded}/refund`, { goodsBack: true }),
          people.send(staff, [delivered]),
          people.call(person, 'POST', `/api/user/order/${delivered}/delivered`),
        ])

        expect((await people.find(person, refunded)).state).toBe('canceled')
        expect((await people.find(person, delivered)).delivered_at).not.toBeNull()
      }
    })
  })
})
