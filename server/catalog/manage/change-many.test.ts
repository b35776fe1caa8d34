import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { AdminProduct, ProductChange } from '#contract/admin.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('many products changed at once', (shop) => {
  let staff: Person
  let lamp: number
  let radio: number
  const change = (...changes: ProductChange[]) =>
    shop.call('POST', '/api/admin/products/changes', { token: staff.token, body: { changes } })
  const read = async (id: number): Promise<AdminProduct> =>
    (await shop.call('GET', `/api/admin/products/${id}`, staff)).body.data
  const prices = async () => [(await read(lamp)).price, (await read(radio)).price]

  beforeAll(async () => {
    staff = await shop.admin()
  })
  beforeEach(async () => {
    lamp = await shop.product({ name: 'Lamp', price: 10, stock: 5 })
    radio = await shop.product({ name: 'Radio', price: 20, stock: 7 })
  })
  shop.keepInvariants()

  it('have their new values, recorded one by one, and their old ones after an undo', async () => {
    const brand = await shop.call('POST', '/api/admin/brands', {
      token: staff.token,
      body: { name: 'Orvane', name_ar: '', logo: null },
    })
    const { status, body } = await change(
      { id: radio, version: 1, price: 18, compare_at_price: 20, brand: brand.body.data.id },
      { id: lamp, version: 1, price: 9, on_hand: { from: 5, to: 12 } },
    )

    expect(status).toBe(200)
    expect(body).toEqual({
      changed: [lamp, radio].map((id) => ({ id, version: 2 })),
      skipped: [],
    })
    expect(await read(lamp)).toMatchObject({ price: 9, on_hand: 12, version: 2 })
    expect(await read(radio)).toMatchObject({ price: 18, brand: brand.body.data.id, on_hand: 7 })
    const log = await shop.call('GET', '/api/admin/audit', {
      token: staff.token,
      query: { entity: 'product', entity_id: String(lamp) },
    })
    expect(log.body.entries).toMatchObject([
      { action: 'stock', before: { on_hand: 5 }, after: { on_hand: 12 } },
      { action: 'edit', before: { price_cents: 1000 }, after: { price_cents: 900 } },
    ])

    // Simulates an edit of the radio after the bulk change.
    await shop.sql`update product set version = 3 where id = ${radio}`
    const undone = await change(
      { id: lamp, version: 2, price: 10, on_hand: { from: 12, to: 5 } },
      { id: radio, version: 2, price: 20, compare_at_price: null, brand: null },
    )
    expect(undone.body).toEqual({ changed: [{ id: lamp, version: 3 }], skipped: [radio] })
    expect(await read(lamp)).toMatchObject({ price: 10, on_hand: 5 })
    expect((await read(radio)).price).toBe(18)
  })

  it('move to another category and back with subcategory and attributes', async () => {
    const { token } = staff
    const call = async (method: string, path: string, body: object) =>
      (await shop.call(method, `/api/admin/${path}`, { token, body })).body.data
    const names = { name: 'Desk', name_ar: '', category: 'Phones' }
    const sub = await call('POST', 'sub-categories', names)
    const attribute = await call('POST', 'attributes', {
      ...names,
      kind: 'boolean',
      unit: '',
      unit_ar: '',
      choices: [],
      is_filter: true,
      is_compared: true,
    })
    const { version } = await call('PUT', `products/${lamp}`, {
      name: 'Lamp',
      category: 'Phones',
      price: 10,
      version: 1,
      sub_category: sub.id,
      attributes: [{ attribute: attribute.id, is_true: true }],
    })
    const before = await read(lamp)

    await change({ id: lamp, version, category: 'Electronics' })
    expect(await read(lamp)).toMatchObject({ category: 'Electronics', sub_category: null })
    await change({ id: lamp, version: version + 1, category: 'Phones', sub_category: sub.id })
    const { updated_at: _at, version: last, stockEntries: _, ...after } = await read(lamp)
    expect(last).toBe(version + 2)
    expect(before).toMatchObject(after)
  })

  it('stay as they are where one of the values is refused', async () => {
    const tooLow = await change(
      { id: lamp, version: 1, price: 9 },
      { id: radio, version: 1, price: 30, compare_at_price: 25 },
    )
    expect([tooLow.status, Object.keys(tooLow.body.errors)]).toEqual([422, ['compare_at_price']])
    expect((await change({ id: lamp, version: 1, price: 0.001 })).status).toBe(422)
    expect(await prices()).toEqual([10, 20])
  })

  it('are left out once their units, they themselves or all of them are no longer there', async () => {
    await shop.call('DELETE', `/api/admin/products/${radio}`, staff)
    const { body } = await change(
      { id: lamp, version: 1, on_hand: { from: 4, to: 9 } },
      { id: radio, version: 1, price: 1 },
      { id: 999_999_999, version: 1, price: 1 },
    )

    expect(body).toEqual({ changed: [], skipped: [lamp, radio, 999_999_999] })
    expect((await read(lamp)).on_hand).toBe(5)
  })

  it('are hidden whether they were ordered or not, out of lists and carts, and shown again', async () => {
    const { token } = await shop.customer()
    await shop.call('POST', '/api/user/order', { token, body: { orders: [{ Product: radio }] } })
    await shop.call('POST', '/api/user/cart', { token, body: { cart: lamp } })
    const seen = async () => {
      const { products } = (await shop.call('GET', '/api/products')).body
      const { carts } = (await shop.call('GET', '/api/', { token })).body
      return [
        [lamp, radio].filter((id) => products.some((one: AdminProduct) => one.id === id)),
        carts.length,
        (await shop.call('GET', `/api/products/${lamp}`)).status,
      ]
    }
    expect(await seen()).toEqual([[lamp, radio], 1, 200])

    const hide = [lamp, radio].map((id) => ({ id, version: 1, hidden: true }))
    const { body: hidden } = await change(...hide)
    expect(hidden).toEqual({
      changed: [lamp, radio].map((id) => ({ id, version: 2 })),
      skipped: [],
    })
    expect(await seen()).toEqual([[], 0, 404])
    expect((await read(lamp)).deleted_at).not.toBeNull()
    const again = await change(
      { id: lamp, version: 2, hidden: true },
      { id: radio, version: 2, price: 1 },
    )
    expect(again.body).toEqual({ changed: [], skipped: [lamp, radio] })

    const shown = await change(
      { id: lamp, version: 2, hidden: false, price: 9 },
      { id: radio, version: 1, hidden: false },
    )
    expect(shown.body).toEqual({ changed: [{ id: lamp, version: 4 }], skipped: [radio] })
    expect(await seen()).toEqual([[lamp], 1, 200])
    expect(await read(lamp)).toMatchObject({ price: 9, on_hand: 5, version: 4 })
    const log = await shop.call('GET', '/api/admin/audit', {
      token: staff.token,
      query: { entity: 'product', entity_id: String(lamp) },
    })
    expect(log.body.entries).toMatchObject([
      { action: 'edit' },
      { action: 'show', after: { visibility: 'shown' } },
      { action: 'hide', before: { visibility: 'shown' }, after: { visibility: 'hidden' } },
    ])
  })

  it('are changed once when two people do it at once', async () => {
    const [first, second] = await Promise.all([
      change({ id: lamp, version: 1, price: 8 }, { id: radio, version: 1, price: 16 }),
      change({ id: radio, version: 1, price: 15 }, { id: lamp, version: 1, price: 7 }),
    ])

    expect([first.status, second.status]).toEqual([200, 200])
    const counts = [first, second].map(({ body }) => body.changed.length)
    expect(counts.toSorted()).toEqual([0, 2])
    expect(await prices()).toEqual(counts[0] === 2 ? [8, 16] : [7, 15])
  })
})
