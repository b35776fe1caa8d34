import sharp from 'sharp'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { AdminProductRow, NewProduct } from '#contract/admin.ts'
import { PRODUCT_NAME_MAX } from '#contract/limits.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { agePictures, youngPictures } from '#tests/kit/pictures.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { LOW_STOCK } from '#tests/kit/shop-rules.ts'

const LAMP: NewProduct = {
  sku: 'lamp-1',
  name: 'Lamp',
  name_ar: 'مصباح',
  description: 'Bright',
  description_ar: 'ساطع',
  category: 'Electronics',
  seller: 'Orvane',
  seller_ar: 'أورفان',
  price: 19.9,
  compare_at_price: 25,
  specs: [{ key: 'power', label: 'Power', label_ar: 'قدرة', value: '5 W', value_ar: '٥ واط' }],
  stock: 7,
}

describeShop('a product of the staff', (shop) => {
  let admin: Person
  const call = (method: string, path: string, body?: unknown) =>
    shop.call(method, `/api/admin/products${path}`, { token: admin.token, body })
  const created = async (fields: Partial<NewProduct> = {}) => {
    const answer = await call('POST', '', { ...LAMP, sku: null, ...fields })
    expect(answer.status).toBe(201)
    return answer.body.data
  }
  const addPicture = (id: number, bytes: Buffer) =>
    shop.call('POST', `/api/admin/products/${id}/pictures`, {
      token: admin.token,
      ...multipart('image', bytes),
    })
  const { specs: _specs, stock: _stock, sku: _sku, seller_ar: _arabic, ...texts } = LAMP
  const { compare_at_price: _compared, ...FORM } = texts
  const edited = (fields: Record<string, unknown>) => ({ ...FORM, ...fields })

  beforeAll(async () => {
    admin = await shop.admin({ username: 'Owner' })
  })
  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
    expect(await wronglyScarce(shop)).toEqual([])
  })

  it('is created with its opening stock, and customers see it', async () => {
    const list = () => shop.call('GET', '/api/products', { query: { category: 'Electronics' } })
    // Caches the empty list, which must not be served after the change.
    expect((await list()).body.products).toEqual([])

    const { status, body } = await call('POST', '', LAMP)

    expect(status).toBe(201)
    expect((await list()).body.products).toMatchObject([{ id: body.data.id }])
    expect(body.data).toMatchObject({
      sku: 'lamp-1',
      name: 'Lamp',
      price: 19.9,
      compare_at_price: 25,
      category: 'Electronics',
      quantity: 7,
      on_hand: 7,
      reserved: 0,
      sold: 0,
      version: 1,
      deleted_at: null,
      specs: LAMP.specs,
      stockEntries: [{ reason: 'initial', on_hand: 7, actor: 'Owner' }],
    })
    const shown = await shop.call('GET', `/api/products/${body.data.id}`)
    expect(shown.body).toMatchObject({
      name: 'Lamp',
      name_ar: 'مصباح',
      seller_ar: 'أورفان',
      quantity: 7,
      user_id: admin.id,
    })
    expect(await auditOf(shop, body.data.id)).toMatchObject([
      { action: 'create', actor_id: admin.id, before: null, after: { name: 'Lamp', stock: 7 } },
    ])
  })

  it.for([
    ['price', { price: 1.005 }],
    ['price', { price: -1 }],
    ['price', { price: '5' }],
    ['compare_at_price', { compare_at_price: 19.9 }],
    ['name', { name: '   ' }],
    ['name_ar', { name_ar: 'x'.repeat(301) }],
    ['seller_ar', { seller_ar: 'x'.repeat(121) }],
    ['category', { category: 'Toys' }],
    ['sku', { sku: '=1+1' }],
    ['specs', { specs: [{ key: 'power' }] }],
    ['stock', { stock: -1 }],
    ['stock', { stock: undefined }],
  ] as const)('is refused for its %s', async ([field, wrong]) => {
    const { status, body } = await call('POST', '', { ...LAMP, sku: null, ...wrong })

    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it("keeps its seller's Arabic name when an edit leaves it out, as older clients do", async () => {
    const { id, version } = await created({ seller_ar: ' زيلمورا ' })

    const kept = await call('PUT', `/${id}`, edited({ version, name: 'Renamed' }))
    const cleared = await call(
      'PUT',
      `/${id}`,
      edited({ version: kept.body.data.version, seller_ar: '' }),
    )

    expect(kept.body.data).toMatchObject({ name: 'Renamed', seller_ar: 'زيلمورا' })
    expect(cleared.body.data).toMatchObject({ seller: LAMP.seller, seller_ar: '' })
    const { seller_ar: _, ...older } = { ...LAMP, sku: null }
    expect((await call('POST', '', older)).body.data.seller_ar).toBe('')
  })

  it('needs one language and no seller', async () => {
    const bare = { name: ' Desk ', price: 3, category: 'Accessories', stock: 1 }
    const specs = [{ key: 'w', label: 'Width', label_ar: '', value: '2 m', value_ar: ' ' }]
    const { status, body } = await call('POST', '', { ...bare, specs })
    const empty = { ...LAMP, sku: null, name_ar: ' ', description_ar: '', seller: '' }
    const { id, version } = await created(empty)

    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'Desk',
      name_ar: 'Desk',
      description: '',
      description_ar: '',
      seller: 'Barq',
      seller_ar: 'برق',
      specs: [{ label: 'Width', label_ar: 'Width', value: '2 m', value_ar: '2 m' }],
    })
    const lacking = async () =>
      (await call('GET', '?lacks=arabic')).body.products.map(({ id }: { id: number }) => id)
    expect(await lacking()).toEqual([id, body.data.id])

    const form = { price: 3, category: LAMP.category }
    const renamed = await call('PUT', `/${id}`, { ...form, name: 'Lantern', version })
    expect(renamed.body.data).toMatchObject({ name: 'Lantern', name_ar: 'Lantern' })
    const texts = { name: 'Lantern', name_ar: 'فانوس', description_ar: 'يضيء', seller: '' }
    const { version: next } = renamed.body.data
    await call('PUT', `/${id}`, { ...form, ...texts, version: next })
    await call('PUT', `/${body.data.id}`, { ...bare, name: 'مكتب', version: 1 })
    expect(await lacking()).toEqual([])
    const last = await call('PUT', `/${id}`, { ...form, name: 'Lamp', version: next + 1 })
    expect(last.body.data).toMatchObject({ name_ar: 'فانوس', description_ar: 'يضيء' })
    expect(last.body.data).toMatchObject({ seller: 'Barq', seller_ar: 'برق' })
  })

  it('needs a unique sku', async () => {
    await created({ sku: 'only-one' })

    const { status, body } = await call('POST', '', { ...LAMP, sku: 'only-one' })

    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['sku'])
  })

  it('is edited, and the audit has only the differences', async () => {
    const { id } = await created({ sku: 'kept' })

    const { status, body } = await call(
      'PUT',
      `/${id}`,
      edited({ version: 1, name: 'Desk lamp', price: 30, compare_at_price: null }),
    )

    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      name: 'Desk lamp',
      price: 30,
      compare_at_price: null,
      sku: 'kept',
      version: 2,
      specs: LAMP.specs,
    })
    expect((await auditOf(shop, id)).at(-1)).toMatchObject({
      action: 'edit',
      before: { name: 'Lamp', price_cents: 1990, compare_at_cents: 2500 },
      after: { name: 'Desk lamp', price_cents: 3000, compare_at_cents: null },
    })
  })

  it('is deleted for good while nobody has ordered it', async () => {
    const { id } = await created()
    const customer = await shop.customer()
    await shop.call('POST', '/api/user/cart', { token: customer.token, body: { cart: id } })

    const { status, body } = await call('DELETE', `/${id}`)

    expect(status).toBe(200)
    expect(body.removed).toBe(true)
    expect((await call('GET', `/${id}`)).status).toBe(404)
    expect((await call('DELETE', `/${id}`)).status).toBe(404)
    const rows = await shop.sql`select from stock_ledger where product_id = ${id}`
    expect(rows).toEqual([])
  })

  it('is hidden when it has orders, which can still be paid, and can be restored', async () => {
    const { id } = await created()
    const customer = await shop.customer()
    const order = await ordered(shop, customer, id)

    const { body } = await call('DELETE', `/${id}`)

    expect(body.removed).toBe(false)
    expect((await shop.call('GET', `/api/products/${id}`)).status).toBe(404)
    expect((await call('GET', `/${id}`)).body.data.deleted_at).toEqual(expect.any(String))
    const hidden = await shop.call('GET', '/api/admin/products', {
      token: admin.token,
      query: { deleted: 'true' },
    })
    expect(hidden.body.products.map((product: AdminProductRow) => product.id)).toContain(id)
    await shop.call('POST', `/api/admin/orders/${order}/confirm`, { token: admin.token })
    const paid = await shop.call('POST', `/api/user/order/${order}/payment`, customer)
    expect(paid.status).toBe(200)
    expect((await call('POST', `/${id}/restore`)).body.data.deleted_at).toBeNull()
    expect((await shop.call('GET', `/api/products/${id}`)).status).toBe(200)
  })

  it('gets stock and loses it with a reason', async () => {
    const { id } = await created()

    await call('POST', `/${id}/stock`, { change: 5, note: 'delivery 12' })
    const { status, body } = await call('POST', `/${id}/stock`, { change: -4, note: 'broken' })

    expect(status).toBe(200)
    expect(body.data).toMatchObject({ on_hand: 8, quantity: 8, written_off: 4 })
    expect(body.data.stockEntries).toMatchObject([
      { reason: 'write_off', on_hand: -4, note: 'broken', actor: 'Owner' },
      { reason: 'restock', on_hand: 5, note: 'delivery 12' },
      { reason: 'initial', on_hand: 7 },
    ])
    expect((await auditOf(shop, id)).slice(1)).toMatchObject([
      { action: 'stock', before: { on_hand: 7 }, after: { on_hand: 12 } },
      { action: 'stock', before: { on_hand: 12 }, after: { on_hand: 8 } },
    ])
  })

  it('never loses units that orders hold', async () => {
    const { id } = await created({ stock: 5 })
    await ordered(shop, await shop.customer(), id, 3)

    const { status, body } = await call('POST', `/${id}/stock`, { change: -3 })

    expect(status).toBe(409)
    expect(body.available).toBe(2)
    expect((await call('POST', `/${id}/stock`, { change: 0 })).status).toBe(422)
    expect((await call('POST', `/${id}/stock`, { change: -2 })).body.data.quantity).toBe(0)
  })

  it('gets pictures, in the order that staff chooses', async () => {
    const { id } = await created()
    const add = async (background: string) => addPicture(id, await picture(background))
    await add('red')
    const second = await add('blue')
    expect(second.status).toBe(200)
    const [red, blue] = second.body.data.pictures
    const urls = [red.url, blue.url]
    expect((await shop.call('GET', urls[0])).status).toBe(200)
    const log = await shop.call('GET', '/api/admin/audit', {
      token: admin.token,
      query: { entity: 'product', entity_id: String(id) },
    })
    expect(Object.keys(log.body.entries[0].after)).toEqual(['pictures'])

    await agePictures(shop.db)
    const { body } = await call(
      'PUT',
      `/${id}`,
      edited({
        version: second.body.data.version,
        pictures: [{ key: blue.key, alt: 'front', alt_ar: 'أمام' }],
      }),
    )

    expect(body.data.pictures).toMatchObject([{ key: blue.key, alt: 'front' }])
    expect(body.data.profileImage).toBe(`/media/${blue.key}/384.webp`)
    expect(await youngPictures(shop.db)).toEqual([red.key])
    expect((await shop.call('GET', urls[0])).status).toBe(200)
    const foreign = await call(
      'PUT',
      `/${id}`,
      edited({ version: body.data.version, pictures: [{ key: 'other', alt: '', alt_ar: '' }] }),
    )
    expect(foreign.status).toBe(422)
  })

  it('is edited with a picture that has its long name as text', async () => {
    const name = 'x'.repeat(PRODUCT_NAME_MAX)
    const { id } = await created({ name })
    const { version, pictures } = (await addPicture(id, await picture('red'))).body.data
    const [{ key, alt, alt_ar }] = pictures
    expect(alt).toBe(name)
    const body = edited({ name, version, pictures: [{ key, alt, alt_ar }] })
    expect((await call('PUT', `/${id}`, body)).status).toBe(200)
  })

  it('is never written off below what orders hold, while many change its stock', async () => {
    const id = await shop.product({ stock: 30 })
    const customers = await shop.customers(20)
    const change = (by: number) => call('POST', `/${id}/stock`, { change: by })

    await Promise.all([
      ...customers.map((customer) => ordered(shop, customer, id)),
      ...Array.from({ length: 20 }, () => change(-1)),
      ...Array.from({ length: 5 }, () => change(1)),
    ])

    const rows = await shop.sql<{ count: number }>`
        select count(*) as count from audit_entry where entity_id = ${id} and action = 'stock'`
    const entries = await shop.sql<{ count: number }>`
        select count(*) as count from stock_ledger
        where product_id = ${id} and reason in ('restock', 'write_off')`
    expect(rows[0]?.count).toBe(entries[0]?.count)
  })

  it('is ordered or gone when it is deleted at once, never both', async () => {
    const customers = await shop.customers(10)
    for (const customer of customers) {
      const id = await shop.product({ stock: 3 })
      const [order, removal] = await Promise.all([
        shop.call('POST', '/api/user/order', {
          token: customer.token,
          body: { orders: [{ Product: id }] },
        }),
        call('DELETE', `/${id}`),
      ])
      expect([201, 404]).toContain(order.status)
      expect(removal.body.removed).toBe(order.status === 404)
    }
  })

  it('lets one of several edits win, and tells the others the version', async () => {
    const id = await shop.product()
    const edit = (name: string) =>
      call('PUT', `/${id}`, { ...LAMP, sku: undefined, version: 1, name })

    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(edit))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({ error: 'conflict', version: 2 })
    }
    const { name } = answers.find(({ status }) => status === 200)?.body.data ?? {}
    const { body } = await shop.call('GET', `/api/products/${id}`)
    expect(body.name).toBe(name)
  })
})

describeShop('the list of products', (shop) => {
  let admin: Person
  const list = async (query: Record<string, string>) =>
    (await shop.call('GET', '/api/admin/products', { token: admin.token, query })).body
  const names = async (query: Record<string, string>) =>
    (await list(query)).products.map(({ name }: AdminProductRow) => name)

  beforeAll(async () => {
    admin = await shop.admin()
    const day = (days: number) => new Date(Date.UTC(2026, 0, days))
    await shop.product({
      name: 'Cable',
      price: 5,
      stock: 0,
      category: 'Accessories',
      createdAt: day(1),
    })
    await shop.product({ name: 'apple phone', price: 900, stock: LOW_STOCK, createdAt: day(2) })
    await shop.product({ name: 'Banana phone', price: 20, stock: LOW_STOCK + 1, createdAt: day(3) })
    await shop.product({
      name: 'Drone',
      price: 300,
      stock: 50,
      category: 'Electronics',
      createdAt: day(4),
    })
  })

  it('is sorted in every way, page by page, and counted', async () => {
    const sorted = {
      newest: ['Drone', 'Banana phone', 'apple phone', 'Cable'],
      name: ['apple phone', 'Banana phone', 'Cable', 'Drone'],
      price: ['Cable', 'Banana phone', 'Drone', 'apple phone'],
      '-price': ['apple phone', 'Drone', 'Banana phone', 'Cable'],
      stock: ['Cable', 'apple phone', 'Banana phone', 'Drone'],
    }
    for (const [sort, expected] of Object.entries(sorted)) {
      expect(await names({ sort })).toEqual(expected)
      const found: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await list({ sort, limit: '1', ...(cursor && { cursor }) })
        expect(page.total).toBe(4)
        found.push(page.products[0].name)
        cursor = page.nextCursor
      }
      expect(found).toEqual(expected)
    }
  })

  it('is filtered by words, sku, category and stock', async () => {
    await shop.sql`update product set sku = 'dr-1' where name = 'Drone'`

    expect(await names({ search: 'phone', sort: 'name' })).toEqual(['apple phone', 'Banana phone'])
    expect(await names({ search: 'phone ban' })).toEqual(['Banana phone'])
    for (const search of ['dr-1', 'DR1', 'dr 1']) expect(await names({ search })).toEqual(['Drone'])
    expect(await names({ search: "%_'" })).toEqual([])
    expect(await list({ category: 'Accessories' })).toMatchObject({
      total: 1,
      products: [{ name: 'Cable' }],
    })
    expect(await names({ stock: 'low', sort: 'stock' })).toEqual(['Cable', 'apple phone'])
    expect(await list({ stock: 'sold_out' })).toMatchObject({
      total: 1,
      products: [{ name: 'Cable', isLow: true }],
    })
  })

  it('refuses a cursor of a different sort order', async () => {
    const { nextCursor } = await list({ sort: 'price', limit: '1' })

    for (const cursor of [
      nextCursor,
      'nonsense',
      Buffer.from('["products name","a\0",1]').toString('base64url'),
    ]) {
      const answer = await shop.call('GET', '/api/admin/products', {
        token: admin.token,
        query: { sort: 'name', cursor },
      })
      expect(answer.status).toBe(422)
    }
  })
})

async function ordered(shop: Shop, customer: Person, id: number, quantity = 1): Promise<number> {
  const { body } = await shop.call('POST', '/api/user/order', {
    token: customer.token,
    body: { orders: [{ Product: id, quantity }] },
  })
  return body.data?.[0].id
}

// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape
async function auditOf(shop: Shop, id: number): Promise<any[]> {
  const rows = await shop.sql`
    select actor_id, action, before, after from audit_entry
    where entity = 'product' and entity_id = ${id} order by id`
  return rows
}

/** Products that are wrongly in, or wrongly missing from, the table of scarce products. */
async function wronglyScarce(shop: Shop): Promise<unknown[]> {
  const rows = await shop.sql`
    select p.id, on_hand - reserved as units, s.available
    from product p left join scarce_product s on s.product_id = p.id
    where s.available is distinct from
      case when on_hand - reserved <= ${LOW_STOCK} and deleted_at is null then on_hand - reserved end`
  return rows
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
}
