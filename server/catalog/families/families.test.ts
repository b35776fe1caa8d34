import { beforeAll, expect, it } from 'vitest'
import type { AdminFamily, NewFamily } from '#contract/admin.ts'
import type { home as homeCall, Product, ProductDetail } from '#contract/catalog.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { FAMILY_PRODUCTS_MAX } from '#contract/limits.ts'
import type { ProductPage } from '#contract/product-lists.ts'
import { type Axes, defineAxes, phoneOf } from '#tests/kit/families.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('a family of products', (shop) => {
  let admin: Person
  let axes: Axes
  const call = (method: string, path: string, body?: unknown) =>
    shop.call(method, `/api/admin/families${path}`, { token: admin.token, body })
  const form = (fields: Partial<NewFamily> = {}): NewFamily => ({
    category: 'Phones',
    name: 'Orvane One',
    name_ar: 'أورفان ون',
    axes: [axes.storage, axes.color],
    products: [],
    ...fields,
  })
  const phone = (storage: number | null, color: number | null, price = 500, stock = 100) =>
    phoneOf(shop, axes, { storage, color, price, stock })
  const created = async (fields: Partial<NewFamily> = {}): Promise<AdminFamily> => {
    const answer = await call('POST', '', form(fields))
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.data
  }
  const valuesOf = (storage: number, choice: number) => [
    { attribute: axes.storage, number: storage },
    { attribute: axes.color, choice },
  ]
  const add = (id: number, like: number, products: object[]) =>
    call('POST', `/${id}/products`, { like, products })
  const pageOf = async (id: number): Promise<ProductDetail> =>
    (await shop.call('GET', `/api/products/${id}`)).body
  const rate = (person: Person | undefined, productId: number, rating: number) =>
    shop.call('POST', '/api/user/rate', { token: person?.token, body: { productId, rating } })
  const cards = async (query: Record<string, string>): Promise<ProductPage> =>
    (await shop.call('GET', '/api/products', { query: { group: 'family', ...query } })).body

  beforeAll(async () => {
    admin = await shop.admin({ username: 'Owner' })
    axes = await defineAxes(shop)
  })
  shop.keepInvariants()

  it('counts once in its category, and is rated as one', async () => {
    const [blue, red] = [await phone(64, axes.blue), await phone(64, axes.red, 500, 0)]
    const [one, two] = await shop.customers(2)
    await created({ name: 'Rated', products: [blue, red] })
    const home = async () => (await shop.call('GET', '/api/')).body
    const phones = (body: ReplyOf<typeof homeCall>) =>
      body.categories.find(({ name }) => name === 'Phones')?.products
    expect(phones(await home())).toBe((await cards({ category: 'Phones' })).total)
    expect((await pageOf(blue)).group_rating).toEqual({ rating: null, ratings: 0 })

    // The product is neither among the latest nor an offer: only its variants' ratings put it on the home page.
    await shop.products(16, { category: 'Phones', price: 10, compareAtPrice: 20 })
    await rate(one, red, 4)
    const rated = await rate(two, blue, 5)

    const group_rating = { rating: 4.5, ratings: 2 }
    expect(rated.body.data).toEqual({ rating: 5, ratings: 1, group_rating })
    expect(await pageOf(red)).toMatchObject({
      rating: 4,
      ratings: 1,
      spread: [0, 0, 0, 1, 0],
      group_rating,
      family: { spread: [0, 0, 0, 1, 1] },
    })
    const shown = [...(await cards({})).products, ...(await home()).products]
    const known = { id: blue, group_rating, family_id: expect.any(Number) }
    expect(shown.filter(({ id }) => [blue, red].includes(id))).toEqual([
      expect.objectContaining(known),
      expect.objectContaining(known),
    ])
  })

  it('is sorted and filtered by the rating that its cards show', async () => {
    const [five, none] = [await phone(10, axes.blue), await phone(10, axes.red)]
    const [four, unrated] = [await phone(11, axes.blue), await phone(11, axes.red)]
    const [alone, low] = [await phone(12, axes.blue), await phone(12, axes.red)]
    const [one, two] = await shop.customers(2)
    const { id, version } = await created({ name: 'Better', products: [five, none] })
    await created({ name: 'Good', products: [four, unrated] })
    for (const [product, rating] of [
      [five, 5],
      [four, 4],
      [low, 2],
    ] as const) {
      await rate(one, product, rating)
    }
    await rate(one, alone, 4)
    await rate(two, alone, 5)
    const mine = [five, none, four, unrated, alone, low]
    const ratingOf = ({ rating, group_rating }: Product) => (group_rating ?? { rating }).rating ?? 0
    /** Queries for lists read from a sort order's index and from a search; facets.test.ts covers lists from memory. */
    const ways = [{}, { search: 'product' }, { search: 'product', category: 'Phones' }]
    const lists = (query: Record<string, string>) =>
      Promise.all(
        ways.map(async (way): Promise<ProductPage> => {
          const asked = { ids: mine.join(), sort: 'rating', limit: '60', ...way, ...query }
          return (await shop.call('GET', '/api/products', { query: asked })).body
        }),
      )
    const idsOf = ({ products }: ProductPage) =>
      products.map((product) => product.id).filter((product) => mine.includes(product))

    for (const page of [...(await lists({})), ...(await lists({ ids: '' }))]) {
      expect(page.products.map(ratingOf)).toEqual(page.products.map(ratingOf).sort((a, b) => b - a))
      expect(idsOf(page)).toEqual([none, five, alone, unrated, four, low])
    }
    for (const page of await lists({ minRating: '4.2' }))
      expect(idsOf(page)).toEqual([none, five, alone])

    await shop.call('DELETE', `/api/admin/products/${five}`, { token: admin.token })
    for (const page of await lists({ minRating: '4.2' })) expect(idsOf(page)).toEqual([alone])
    await call('PUT', `/${id}`, { ...form({ products: [alone, none] }), version })
    for (const page of await lists({})) {
      expect(idsOf(page)).toEqual([alone, none, unrated, four, low])
    }
  })

  it('counts every rating of customers who rate several of its products at once', async () => {
    const products = [
      await phone(20, axes.red),
      await phone(21, axes.red),
      await phone(22, axes.red),
    ]
    const [first = 0] = products
    await created({ products })
    const customers = await shop.customers(4)
    const answers = await Promise.all(
      customers.flatMap((person, at) =>
        products.map((product, place) => rate(person, product, 1 + ((at + place) % 5))),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { group_rating } = await pageOf(first)
    expect(group_rating).toEqual({ rating: 3.08, ratings: 12 })
  })

  it('is made from products, whose pages lead to one another', async () => {
    const small = await phone(128, axes.blue, 500)
    const large = await phone(256, axes.blue, 600)
    const red = await phone(128, axes.red, 510)
    // Caches the current page, which must not be served after the change.
    expect((await pageOf(small)).family).toBeNull()
    const family = await created({ products: [large, red, small] })

    expect(family.products.map(({ id }) => id)).toEqual([red, small, large])
    const page = await pageOf(small)
    expect(page.family).toMatchObject({
      id: family.id,
      name: 'Orvane One',
      axes: [{ name: 'Storage', kind: 'number', unit: 'GB' }, { name: 'Color' }],
      products: [
        { id: red, price: 510, values: [{ number: 128 }, { choice: { name: 'Red' } }] },
        { id: small, price: 500, values: [{ number: 128 }, { choice: { name: 'Blue' } }] },
        { id: large, price: 600, values: [{ number: 256 }, { choice: { name: 'Blue' } }] },
      ],
    })
    expect((await pageOf(large)).family?.products).toEqual(page.family?.products)
  })

  it('is one card in lists that ask for it, by its best offer', async () => {
    const [sold, small, large] = [
      await phone(64, axes.red, 10, 0),
      await phone(128, axes.red, 20),
      await phone(256, axes.blue, 30),
    ]
    const { id } = await created({ products: [sold, small, large] })
    const mine = ({ products }: ProductPage) =>
      products.filter(({ id: product }) => [sold, small, large].includes(product))

    const all = await cards({ category: 'Phones', limit: '60' })
    expect(mine(all)).toMatchObject([
      {
        id: small,
        family: { id, name: 'Orvane One', products: 3, min: 10, max: 30 },
      },
    ])
    expect(mine(all)[0]?.family?.swatches.map(({ name }) => name)).toEqual(['Red', 'Blue'])
    const blue = await cards({
      category: 'Phones',
      attributes: `${axes.color}:${axes.blue}`,
      limit: '60',
    })
    expect(mine(blue).map((product) => product.id)).toEqual([large])
    const plain: ProductPage = (
      await shop.call('GET', '/api/products', { query: { category: 'Phones', limit: '60' } })
    ).body
    expect(mine(plain).length).toBe(3)
    expect(mine(plain).some((product) => 'family' in product)).toBe(false)
    expect(plain.total - all.total).toBeGreaterThanOrEqual(2)
  })

  it('has products that its axes tell apart, all of its category and of no other family', async () => {
    const [one, same] = [await phone(128, axes.blue), await phone(128, axes.blue)]
    const two = await phone(256, axes.blue)
    const silent = await phone(null, axes.blue)
    const lamp = await shop.product({ category: 'Electronics', name: 'Lamp' })
    await created({ products: [two] })
    const refused: Array<[Partial<NewFamily>, object]> = [
      [{ products: [one, same] }, { products: [expect.stringContaining('have the same values')] }],
      [{ products: [one, silent] }, { products: [expect.stringContaining('has no value')] }],
      [{ products: [lamp] }, { products: ['Lamp is in a different category.'] }],
      [{ products: [999_999] }, { products: ["Product 999999 wasn't found."] }],
      [
        { axes: [axes.chip] },
        { axes: [expect.stringContaining("Chip can't be both free text and")] },
      ],
      [{ axes: [999_999] }, { axes: expect.any(Array) }],
      [
        { products: [two] },
        { products: [expect.stringContaining('is already in a different variant group')] },
      ],
    ]
    for (const [fields, errors] of refused) {
      const { status, body } = await call('POST', '', form(fields))
      expect([status, body.errors], JSON.stringify(fields)).toEqual([422, errors])
    }
  })

  it('loses and gains products by an edit of its newest version', async () => {
    const [one, two, three] = [
      await phone(1, axes.red),
      await phone(2, axes.red),
      await phone(3, axes.red),
    ]
    const family = await created({ products: [one, two] })
    const edited = await call('PUT', `/${family.id}`, {
      ...form({ name: 'Orvane Two', products: [two, three] }),
      version: family.version,
    })

    expect(edited.body.data).toMatchObject({ name: 'Orvane Two', version: family.version + 1 })
    expect((await pageOf(one)).family).toBeNull()
    expect((await pageOf(three)).family?.products.map(({ id }) => id)).toEqual([two, three])
    const late = await call('PUT', `/${family.id}`, { ...form(), version: family.version })
    expect(late.status).toBe(409)
    expect(late.body.version).toBe(family.version + 1)
    const moved = await call('PUT', `/${family.id}`, {
      ...form({ category: 'Electronics', axes: [axes.color] }),
      version: family.version + 1,
    })
    expect(moved.body.errors).toHaveProperty('category')
  })

  it('makes products from one of its own', async () => {
    const one = await phone(128, axes.blue, 700)
    const { id } = await created({ products: [one] })
    const { status, body } = await add(id, one, [
      { values: valuesOf(256, axes.blue), price: 800, stock: 4, sku: 'one-256-blue' },
      { values: valuesOf(256, axes.red), price: 800.5, stock: 0 },
    ])

    expect(status).toBe(201)
    expect(body.data.products).toMatchObject([
      { id: one, price: 700 },
      {
        name: 'Orvane One 256 GB Red',
        name_ar: 'أورفان ون 256 غيغابايت أحمر',
        price: 800.5,
        quantity: 0,
      },
      { name: 'Orvane One 256 GB Blue', sku: 'one-256-blue', quantity: 4 },
    ])
    const made = await pageOf(body.data.products[2].id)
    expect(made.description).toBe('A product of a test')
    expect(made.attributes.map(({ name }) => name)).toEqual(['Storage', 'Color', 'Chip'])

    const errorsOf = async (like: number, fields: object) =>
      (await add(id, like, [{ price: 1, stock: 1, ...fields }])).body.errors
    expect(await errorsOf(one, { values: valuesOf(256, axes.red) })).toEqual({
      products: [expect.stringContaining('the same values')],
    })
    for (const values of [valuesOf(1, axes.red).slice(1), valuesOf(1, 999_999)]) {
      expect(await errorsOf(one, { values })).toHaveProperty('values')
    }
    const other = { values: valuesOf(9, axes.red) }
    expect(await errorsOf(one, { ...other, sku: 'one-256-blue' })).toHaveProperty('sku')
    expect(await errorsOf(await phone(7, axes.red), other)).toHaveProperty('like')
  })

  it(`has at most ${FAMILY_PRODUCTS_MAX} products`, async () => {
    const products: number[] = []
    for (let n = 0; n < FAMILY_PRODUCTS_MAX; n++) products.push(await phone(1000 + n, axes.red))
    const { id } = await created({ products })
    const [first = 0] = products
    const more = await add(id, first, [{ values: valuesOf(1, axes.red), price: 1, stock: 1 }])
    expect(more.body.errors).toEqual({
      products: ['A variant group can have at most 32 products.'],
    })
    const { total, products: shown } = await cards({
      category: 'Phones',
      attributes: `${axes.storage}:1000..1031`,
      facets: 'true',
    })
    expect([total, shown.map((product) => product.id)]).toEqual([1, [products[0]]])
  })

  it('is listed, found by its name, and removed without its products', async () => {
    const one = await phone(5, axes.red)
    const { id } = await created({ name: 'Zelmora Fold', products: [one] })
    const { body } = await shop.call('GET', '/api/admin/families', {
      token: admin.token,
      query: { search: 'zelmora', limit: '5' },
    })
    expect(body).toEqual({
      families: [
        {
          id,
          category: 'Phones',
          name: 'Zelmora Fold',
          name_ar: 'أورفان ون',
          axes: [
            { name: 'Storage', name_ar: 'السعة' },
            { name: 'Color', name_ar: 'اللون' },
          ],
          products: 1,
        },
      ],
      nextCursor: null,
    })
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect((await pageOf(one)).family).toBeNull()
    expect((await call('GET', `/${id}`)).status).toBe(404)
    const log = await shop.call('GET', '/api/admin/audit', {
      token: admin.token,
      query: { entity: 'family', entity_id: String(id) },
    })
    expect(log.body.entries.map(({ action }: { action: string }) => action)).toEqual([
      'delete',
      'create',
    ])
  })

  it('keeps its products in their category, and takes a deleted one back if its place is free', async () => {
    const [one, two] = [await phone(70, axes.red), await phone(71, axes.red)]
    const other = await phone(72, axes.red)
    const { id, version } = await created({ products: [one, two, other] })
    const product = async (of: number) =>
      (await shop.call('GET', `/api/admin/products/${of}`, { token: admin.token })).body.data
    const onProduct = (method: string, path: string, body?: unknown) =>
      shop.call(method, `/api/admin/products/${path}`, { token: admin.token, body })
    const { name, name_ar, description, description_ar, seller, price, ...rest } =
      await product(one)
    const moved = await onProduct('PUT', `${one}`, {
      name,
      name_ar,
      description,
      description_ar,
      seller,
      price,
      version: rest.version,
      category: 'Electronics',
    })
    expect(moved.body.errors).toEqual({
      category: [expect.stringContaining('Remove it from the group first')],
    })

    const change = async (hidden: boolean, ...ids: number[]) => {
      const changes = ids.map(async (of) => ({
        id: of,
        version: (await product(of)).version,
        hidden,
      }))
      return onProduct('POST', 'changes', { changes: await Promise.all(changes) })
    }
    expect((await change(true, other)).status).toBe(200)
    const { token } = await shop.customer()
    await shop.call('POST', '/api/user/order', { token, body: { orders: [{ Product: one }] } })
    expect((await onProduct('DELETE', `${one}`)).body.removed).toBe(false)
    expect((await pageOf(two)).family?.products.map((member) => member.id)).toEqual([two])
    expect((await onProduct('POST', `${one}/restore`)).status).toBe(200)
    expect((await pageOf(two)).family?.products.map((member) => member.id)).toEqual([one, two])

    await onProduct('DELETE', `${one}`)
    const same = await phone(70, axes.red)
    await call('PUT', `/${id}`, { ...form({ products: [two, same] }), version })
    const refused = await onProduct('POST', `${one}/restore`)
    expect(refused.status).toBe(422)
    const many = await change(false, one, other)
    expect([many.status, Object.keys(many.body.errors)]).toEqual([422, ['hidden']])
    expect((await pageOf(two)).family?.products.map((member) => member.id)).toEqual([same, two])
    expect((await change(false, other)).status).toBe(200)
    const products = (await pageOf(two)).family?.products.map((member) => member.id)
    expect(products).toEqual([same, two, other])
  })

  it('stays clear when two edits give two products the same values at once', async () => {
    const [one, two] = [await phone(50, axes.red), await phone(51, axes.red)]
    const [other, third] = [await phone(52, axes.red), await phone(50, axes.red)]
    const family = await created({ products: [one, two, other] })
    const wanted = [
      [one, two],
      [two, third],
      [other, third],
      [one, other],
    ]
    const answers = await Promise.all(
      wanted.map((products) =>
        call('PUT', `/${family.id}`, { ...form({ products }), version: family.version }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })
})
