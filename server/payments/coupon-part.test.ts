import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('a purchase whose coupon needs a least sum', (shop) => {
  beforeAll(async () => {
    await sql`
      insert into coupon (code, kind, percent, least_cents, product_ids)
      values ('FREE-CASE', 'percent', 100, 50000, ${JSON.stringify([await shop.product({ price: 20 })])}::jsonb)`.execute(
      shop.db.run,
    )
  })
  afterEach(async () => expect(await checkInvariants(shop.db.run)).toEqual([]))

  const call = ({ token }: Person, path: string, body: object = {}) =>
    shop.call('POST', path, { token, body })

  /** A case that is free with a phone. */
  async function ordered() {
    const [person, staff] = [await shop.customer(), await shop.admin()]
    const { rows } = await sql<{ id: number }>`
      select (product_ids ->> 0)::bigint as id from coupon where code = 'FREE-CASE'`.execute(
      shop.db.run,
    )
    const products = [rows[0]?.id, await shop.product({ price: 600 })]
    const orders = products.map((Product) => ({ Product }))
    const placed = await call(person, '/api/user/order', { orders, coupon: 'FREE-CASE' })
    const [free, phone] = (placed.body.data as Order[]).sort((a, b) => a.id - b.id)
    if (!free || !phone) throw new Error('nothing was ordered')
    for (const { id } of [free, phone]) await call(staff, `/api/admin/orders/${id}/confirm`)
    return { person, free, phone }
  }

  it('is not paid in the reduced part alone, whether the rest is canceled or not', async () => {
    const { person, free, phone } = await ordered()
    const payFree = () => call(person, `/api/user/order/${free.id}/payment`)

    const refused = await payFree()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/\$500\.00 or more/),
    ])
    expect((await call(person, `/api/user/order/${phone.id}/cancel`)).status).toBe(200)
    expect((await payFree()).status).toBe(409)
    expect((await call(person, `/api/user/purchases/${free.purchaseId}/payment`)).status).toBe(409)
    expect((await call(person, `/api/user/order/${free.id}/cancel`)).status).toBe(200)
  })

  it('is paid as a whole, or its reduced part after the rest', async () => {
    const whole = await ordered()
    const { purchaseId } = whole.free
    expect((await call(whole.person, `/api/user/purchases/${purchaseId}/payment`)).status).toBe(200)

    const { person, free, phone } = await ordered()
    for (const { id } of [phone, free]) {
      expect((await call(person, `/api/user/order/${id}/payment`)).status).toBe(200)
    }
  })
})
