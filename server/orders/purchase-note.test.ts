/** What a customer writes to the shop with a purchase, and what the orders of one purchase share. */
import { expect, it } from 'vitest'
import { PURCHASE_NOTE_MAX } from '#contract/limits.ts'
import type { Order } from '#contract/orders.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { describeShop, PASSWORD, type Person } from '#tests/kit/shop.ts'

describeShop('the note of a purchase', (shop) => {
  const buying = withBuying(shop)
  const place = async (person: Person, body: object) =>
    buying.place(person, [{ Product: await shop.product() }], body)
  const get = (person: Person, path: string) => shop.as(person, 'GET', path)
  const placed = async (person: Person, body: object): Promise<Order> =>
    (await place(person, body)).body.data[0]

  shop.keepInvariants()

  it('is shown to the customer with the shipping method, and to the staff', async () => {
    const [person, admin] = [await shop.customer(), await shop.admin()]
    const { purchaseId, id } = await placed(person, { note: '  Ring twice.\nThanks \u{1F600} ' })
    const facts = {
      note: 'Ring twice.\nThanks \u{1F600}',
      delivery: 0,
      coupon: null,
      discount: 0,
      shippingMethod: { name: 'Delivery', name_ar: 'توصيل', days: null },
    }

    const own = await get(person, `/api/user/purchases/${purchaseId}`)
    const staff = await get(admin, `/api/admin/orders/${id}`)

    expect(own.body.data).toMatchObject(facts)
    expect(staff.body.purchase).toEqual(facts)
  })

  it('goes onto the packing slip', async () => {
    const [person, admin] = [await shop.customer(), await shop.admin()]
    await shop.as(person, 'POST', '/api/user/addresses', AN_ADDRESS)
    const { id } = await placed(person, { note: 'For Layla' })
    await buying.byStaff(id, 'confirm')
    await buying.pay(person, id)
    const parcel = await shop.as(admin, 'POST', '/api/admin/parcels', { orders: [id] })

    expect(parcel.status).toBe(201)
    expect(parcel.body.data.notes).toEqual(['For Layla'])
  })

  it('is nothing when it is blank or missing', async () => {
    const person = await shop.customer()
    for (const body of [{}, { note: null }, { note: ' \n ' }]) {
      const { purchaseId } = await placed(person, body)
      const { body: reply } = await get(person, `/api/user/purchases/${purchaseId}`)
      expect(reply.data.note).toBeNull()
    }
  })

  it('has a length at most, and no half characters', async () => {
    const person = await shop.customer()
    expect((await place(person, { note: 'x'.repeat(PURCHASE_NOTE_MAX + 1) })).status).toBe(422)
    expect((await place(person, { note: 'x'.repeat(PURCHASE_NOTE_MAX) })).status).toBe(201)
    const { purchaseId } = await placed(person, { note: 'half \ud83d' })
    const { body } = await get(person, `/api/user/purchases/${purchaseId}`)
    expect(body.data.note).toBe('half \ufffd')
  })

  it('is not seen by other customers, nor in events', async () => {
    const [person, stranger] = [await shop.customer(), await shop.customer()]
    const { purchaseId, id } = await placed(person, { note: 'A secret of mine' })

    expect((await get(stranger, `/api/user/purchases/${purchaseId}`)).status).toBe(404)
    const rows = await shop.sql`
      select from outbox where payload::text like '%secret of mine%'`
    expect(rows).toEqual([])
    expect((await get(person, `/api/user/order/${id}`)).text).not.toContain('secret')
  })

  it('is part of the data of an account, and erased when it is closed', async () => {
    const person = await shop.customer()
    const { purchaseId } = await placed(person, { note: 'Leave it at the door' })

    const { body } = await get(person, '/api/auth/user/data')
    expect(body.notes).toEqual([{ purchaseId, note: 'Leave it at the door' }])
    const closed = await shop.as(person, 'POST', '/api/auth/user/delete', { password: PASSWORD })
    expect(closed.status).toBe(200)
    const rows = await shop.sql<{ note: string | null }>`
      select note from order_batch where id = ${purchaseId}`
    expect(rows).toEqual([{ note: null }])
  })
})
