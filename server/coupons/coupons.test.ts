/** Coupons: what they take off, when they are valid, and how often customers may use them. */
import { expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { withCoupons } from '#tests/kit/coupons.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

describeShop('coupons', (shop) => {
  const { post, order, coupon, create } = withCoupons(shop)
  const quote = async (person: Person, body: object) =>
    (await post(person, '/api/user/quote', body)).body
  const uses = (id: number) => shop.value`select uses from coupon where id = ${id}`
  const cancel = (person: Person, id: number) => post(person, `/api/user/order/${id}/cancel`)
  const confirm = async (id: number) => post(await shop.admin(), `/api/admin/orders/${id}/confirm`)

  shop.keepInvariants()

  it('have codes in Arabic letters, too, found as people write them', async () => {
    const { code } = await coupon({ code: 'رمضان-25' })
    const person = await shop.customer()
    const orders = [{ Product: await shop.product() }]

    expect(code).toBe('رمضان-25')
    for (const typed of ['رمضان-٢٥', ' رَمَضـان\u200c-25\u200f']) {
      expect((await quote(person, { orders, coupon: typed })).data.coupon).toMatchObject({ code })
    }
    const { status, body } = await create({ code: 'رمضان_25' })
    expect(status).toBe(422)
    expect(body.errors.code[0]).toMatch(/^Use 3 to 32 characters: Latin or Arabic letters/)
  })

  it('take a percentage off, shared by the orders to the cent', async () => {
    const person = await shop.customer()
    const { code } = await coupon()
    const [a, b] = [await shop.product({ price: 19.99 }), await shop.product({ price: 0.33 })]
    const body = {
      orders: [{ Product: a, quantity: 3 }, { Product: b }],
      coupon: ` ${code.toLowerCase()} `,
    }

    const { data, couponProblem } = await quote(person, body)
    expect(couponProblem).toBeNull()
    expect(data).toMatchObject({
      items: 60.3,
      discount: 6.03,
      total: 54.27,
      coupon: { code, kind: 'percent', percent: 10 },
    })
    const { status, body: placed } = await order(person, { ...body, total: 54.27 })
    expect(status).toBe(201)
    expect(placed.data.map((one: { discount: number }) => one.discount)).toEqual([6, 0.03])
    expect(placed.data[0]).toMatchObject({ total: 59.97, owed: 53.97 })
    const path = `/api/user/purchases/${placed.data[0].purchaseId}`
    const purchase = await shop.call('GET', path, person)
    expect(purchase.body.data).toMatchObject({ coupon: code, discount: 6.03 })
  })

  it('take no more off than what they are for', async () => {
    const person = await shop.customer()
    const [phone, case_] = [
      await shop.product({ price: 100, category: 'Phones' }),
      await shop.product({ price: 20, category: 'Accessories' }),
    ]
    const orders = [{ Product: phone }, { Product: case_ }]
    const amount = await coupon({ kind: 'amount', amount: 50, categories: ['Accessories'] })
    const one = await coupon({ product_ids: [phone], percent: 50 })
    const { body } = await shop.as(await shop.admin(), 'GET', '/api/admin/coupons')
    const listed = body.coupons.find(({ id }: { id: number }) => id === one.id)
    expect(listed).toMatchObject({ product_ids: [phone], products: [{ id: phone }] })

    expect((await quote(person, { orders, coupon: amount.code })).data.discount).toBe(20)
    expect((await quote(person, { orders, coupon: one.code })).data.discount).toBe(50)
    const alone = await quote(person, { orders: [{ Product: phone }], coupon: amount.code })
    expect(alone.data).toMatchObject({ discount: 0, coupon: null })
  })

  it('make the delivery free', async () => {
    const person = await shop.customer()
    await shop.sql`update shipping_method set fee_cents = 700`
    const { code } = await coupon({ kind: 'delivery', percent: null })
    const body = { orders: [{ Product: await shop.product({ price: 10 }) }], coupon: code }

    expect((await quote(person, body)).data).toMatchObject({ deliveryFee: 0, total: 10 })
    expect((await order(person, { ...body, total: 10 })).status).toBe(201)
    expect((await order(person, { ...body, coupon: null, total: 17 })).status).toBe(201)
    await shop.sql`update shipping_method set fee_cents = 0`
  })

  it('say why they do not hold, and order nothing then', async () => {
    const person = await shop.customer()
    const Product = await shop.product({ price: 10, category: 'Phones' })
    const [past, future] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']
    const cases: Array<[object, RegExp]> = [
      [{ is_active: false }, /doesn't exist/],
      [{ starts_at: future }, /can't be used yet/],
      [{ ends_at: past }, /expired/],
      [{ least: 10.01 }, /\$10\.01 or more/],
      [{ categories: ['Accessories'] }, /doesn't apply/],
    ]
    for (const [terms, why] of cases) {
      const { code } = await coupon(terms)
      const body = { orders: [{ Product }], coupon: code }
      const { couponProblem, data } = await quote(person, body)
      expect(couponProblem).toMatch(why)
      expect(data).toMatchObject({ total: 10, coupon: null, discount: 0 })
      const refused = await order(person, body)
      expect(refused.status).toBe(422)
      expect(refused.body.errors.coupon[0]).toMatch(why)
    }
    const unknown = await order(person, { orders: [{ Product }], coupon: 'NO-SUCH' })
    expect(unknown.body.errors.coupon[0]).toMatch(/doesn't exist/)
    const rows = await shop.sql`select from orders where user_id = ${person.id}`
    expect(rows).toEqual([])
  })

  it('are given back by canceling all of the purchase, not a part', async () => {
    const person = await shop.customer()
    const { id, code } = await coupon({ max_uses: 1, max_uses_per_customer: 1 })
    const lines = [{ Product: await shop.product() }, { Product: await shop.product() }]
    const placed = (await order(person, { orders: lines, coupon: code })).body.data
    expect(await uses(id)).toBe(1)
    const again = await order(person, { orders: lines, coupon: code })
    expect(again.body.errors.coupon[0]).toMatch(/usage limit/)

    await cancel(person, placed[0].id)
    expect(await uses(id)).toBe(1)
    await cancel(person, placed[1].id)
    expect(await uses(id)).toBe(0)
    expect((await order(person, { orders: lines, coupon: code })).status).toBe(201)
  })

  it('lower what is paid, counted as spent and refunded', async () => {
    const person = await shop.customer()
    const { code } = await coupon({ percent: 25 })
    const body = {
      orders: [{ Product: await shop.product({ price: 10 }), quantity: 2 }],
      coupon: code,
    }
    const { id, purchaseId } = (await order(person, body)).body.data[0]
    await confirm(id)
    const paid = await post(person, `/api/user/purchases/${purchaseId}/payment`, { total: 15 })
    expect(paid.body.data[0]).toMatchObject({ state: 'complete', paid: 15, owed: 0 })
    const rows = await shop.sql<{ spent: number }>`
      select spend_cents as spent from customer_sales where user_id = ${person.id}`
    expect(rows).toEqual([{ spent: 1500 }])
    await post(await shop.admin(), `/api/admin/orders/${id}/refund`, { goodsBack: true })
    const after = await shop.call('GET', `/api/user/order/${id}`, { token: person.token })
    expect(after.body.data).toMatchObject({ state: 'canceled', refunded: 15 })
  })

  /** Orders a phone and a case that is free with it, and confirms both orders. */
  async function caseAndPhone() {
    const [person, Product] = [await shop.customer(), await shop.product({ price: 20 })]
    const { code } = await coupon({ percent: 100, least: 500, product_ids: [Product] })
    const orders = [{ Product }, { Product: await shop.product({ price: 600 }) }]
    const placed: Order[] = (await order(person, { orders, coupon: code })).body.data
    for (const { id } of placed) await confirm(id)
    const [free, phone] = placed
    if (!free || !phone) throw new Error('two orders were not placed')
    const pay = ({ id }: Order) => post(person, `/api/user/order/${id}/payment`)
    const payAll = () => post(person, `/api/user/purchases/${free.purchaseId}/payment`)
    return { person, free, phone, pay, payAll }
  }

  it('of a least sum do not pay for the reduced part alone, nor when the rest is canceled', async () => {
    const { person, free, phone, pay, payAll } = await caseAndPhone()

    const refused = await pay(free)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/\$500\.00 or more/),
    ])
    expect((await cancel(person, phone.id)).status).toBe(200)
    expect((await payAll()).body.data[0]).toMatchObject({ id: free.id, discount: 0, paid: 20 })
  })

  it('of a least sum pay for the whole, or for the reduced part after the rest', async () => {
    expect((await (await caseAndPhone()).payAll()).status).toBe(200)

    const { free, phone, pay } = await caseAndPhone()
    expect([(await pay(phone)).status, (await pay(free)).status]).toEqual([200, 200])
  })

  it('are kept by staff: codes differ, and uses are never more than allowed', async () => {
    const { id, code, edit, remove } = await coupon()
    const person = await shop.customer()
    await order(person, { orders: [{ Product: await shop.product() }], coupon: code })
    await order(person, { orders: [{ Product: await shop.product() }], coupon: code })
    const taken = await create({ code: code.toLowerCase() })
    expect(taken.body.errors.code[0]).toMatch(/Another coupon/)
    expect((await edit({ max_uses: 1 })).body.errors.max_uses[0]).toMatch(/more often/)
    expect((await edit({ max_uses: 2 })).body.data).toMatchObject({ max_uses: 2, uses: 2 })
    expect((await edit({ percent: null })).status).toBe(422)
    expect((await remove()).status).toBe(200)
    const { body } = await shop.as(await shop.admin(), 'GET', '/api/admin/coupons')
    expect(body.coupons.map((one: { id: number }) => one.id)).not.toContain(id)
  })

  it('are given back by a customer who has more uses than staff allow by now', async () => {
    const person = await shop.customer()
    const { id, code, edit } = await coupon({ max_uses_per_customer: 3 })
    const placed = []
    for (let n = 0; n < 3; n++) {
      const body = { orders: [{ Product: await shop.product() }], coupon: code }
      placed.push((await order(person, body)).body.data[0].id)
    }
    await edit({ max_uses_per_customer: 1 })

    expect((await cancel(person, placed[0])).status).toBe(200)
    expect(await uses(id)).toBe(2)
    const more = await order(person, { orders: [{ Product: await shop.product() }], coupon: code })
    expect(more.body.errors.coupon[0]).toMatch(/already used/)
  })

  it('of ten uses are used ten times by forty customers at once', async () => {
    const { id, code } = await coupon({ max_uses: 10 })
    const Product = await shop.product({ stock: 500 })
    const people = await shop.customers(40)
    const replies = await Promise.all(
      people.map((person) => order(person, { orders: [{ Product }], coupon: code })),
    )
    const counts = Object.groupBy(replies, ({ status }) => status)
    expect([counts[201]?.length, counts[422]?.length]).toEqual([10, 30])
    expect(await uses(id)).toBe(10)
  })

  it('of one use per customer are used once by twenty orders at once', async () => {
    const { id, code } = await coupon({ max_uses_per_customer: 1 })
    const person = await shop.customer()
    const products = await shop.products(20)
    const replies = await Promise.all(
      products.map((Product) => order(person, { orders: [{ Product }], coupon: code })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of replies) {
      if (status !== 201) expect(body.errors.coupon[0]).toMatch(/already used/)
    }
    expect(await uses(id)).toBe(1)
  })

  it('are used and given back at once without a deadlock', async () => {
    const { id, code } = await coupon({ max_uses: 5 })
    const products = await shop.products(3, { stock: 900 })
    const people = await shop.customers(12)
    const rounds = volume(2, 10)
    await Promise.all(
      people.map(async (person, n) => {
        for (let round = 0; round < rounds; round++) {
          const orders = products.map((Product) => ({ Product }))
          if (n % 2) orders.reverse()
          const { status, body } = await order(person, { orders, coupon: code })
          expect([201, 422]).toContain(status)
          if (status === 201) {
            await Promise.all(body.data.map((one: { id: number }) => cancel(person, one.id)))
          }
        }
      }),
    )
    expect(await uses(id)).toBe(0)
  })
})
