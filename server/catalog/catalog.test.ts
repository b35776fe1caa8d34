import { beforeAll, expect, it } from 'vitest'
import type { Product, ProductDetail } from '#contract/catalog.ts'
import { COMPARED_MAX, HOME_PRODUCTS_MAX } from '#contract/limits.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { pages } from '#tests/kit/pages.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('a product', (shop) => {
  it('has the wire format of the contract', async () => {
    const fields = {
      name: 'Lamp',
      name_ar: 'مصباح',
      description: 'Bright',
      description_ar: 'ساطع',
      price: 19.9,
      category: 'Electronics' as const,
      seller: 'Orvane',
      seller_ar: 'أورفان',
    }
    const specs = [
      { key: 'power', label: 'Power', label_ar: 'قدرة', value: '5 W', value_ar: '٥ واط' },
    ]
    const id = await shop.product({
      ...fields,
      specs,
      compareAtPrice: 25,
      stock: 7,
      pictures: [
        { key: 'lamp', alt: 'front', alt_ar: 'أمام' },
        { key: 'lamp-back', alt: 'back', alt_ar: 'خلف' },
      ],
    })

    const detail = await shop.call('GET', `/api/products/${id}`)
    const listed = await shop.call('GET', '/api/products', { query: { ids: String(id) } })

    expect(detail.status).toBe(200)
    const product = {
      id,
      ...fields,
      compare_at_price: 25,
      profileImage: '/media/lamp/384.webp',
      profile: '/media/lamp/384.webp',
      img: '/media/lamp/384.webp',
      image: '/media/lamp/384.webp',
      quantity: 7,
      sold: 0,
      rating: null,
      ratings: 0,
      user_id: expect.any(Number),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    }
    expect(detail.body).toEqual({
      ...product,
      attributes: [],
      family: null,
      brand: null,
      sub_category: null,
      pictures: [
        { url: '/media/lamp/800.webp', alt: 'front', alt_ar: 'أمام' },
        { url: '/media/lamp-back/800.webp', alt: 'back', alt_ar: 'خلف' },
      ],
      specs,
      spread: [0, 0, 0, 0, 0],
    })
    expect(listed.body).toEqual({
      products: [product],
      total: 1,
      facets: { category: { Phones: 0, Accessories: 0, Electronics: 1 } },
      nextCursor: null,
    })
  })

  it('has its exact price, to the cent', async () => {
    const prices = [0, 0.01, 0.1, 0.29, 1.1, 19.99, 1000000]
    const ids = await Promise.all(prices.map((price) => shop.product({ price })))

    const { body } = await shop.call('GET', '/api/products', {
      query: { ids: ids.join(','), sort: 'price' },
    })

    expect(body.products.map(({ price }: Product) => price)).toEqual(prices)
  })

  it('has the average of its ratings with two decimals, and counts everybody once', async () => {
    const [one, two, three] = await shop.customers(3)
    const productId = await shop.product()
    const rate = (person: Person | undefined, rating: number, id: unknown = productId) =>
      shop.call('POST', '/api/user/rate', { token: person?.token, body: { productId: id, rating } })

    await rate(one, 5)
    await rate(two, 5)
    const third = await rate(three, 4, String(productId))
    const changed = await rate(one, 1)

    expect(third.status).toBe(200)
    expect(third.body).toEqual({ message: expect.any(String), data: { rating: 4.67, ratings: 3 } })
    expect(changed.body.data).toEqual({ rating: 3.33, ratings: 3 })
    const { body } = await shop.call('GET', `/api/products/${productId}`)
    expect(body).toMatchObject({ rating: 3.33, ratings: 3, spread: [1, 0, 0, 1, 1] })
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  const compare = (ids: readonly (number | undefined)[]) =>
    shop.call('GET', '/api/products/compare', { query: { ids: ids.join() } })
  const idsOf = ({ products }: { products: ProductDetail[] }): number[] =>
    products.map(({ id }) => id)

  it('is compared with others in the requested order, with all its details', async () => {
    const [one, two, three] = await shop.products(3)

    const answer = await compare([three, one, two])

    expect(answer.status).toBe(200)
    expect(idsOf(answer.body)).toEqual([three, one, two])
    const { body: detail } = await shop.call('GET', `/api/products/${three}`)
    expect(answer.body.products[0]).toEqual(detail)
  })

  it('is compared once, and not if it is deleted or unknown', async () => {
    const [kept, deleted] = await shop.products(2)
    await shop.sql`update product set deleted_at = now() where id = ${deleted}`

    const { body } = await compare([deleted, kept, kept, 999_999])
    const none = await compare([deleted])

    expect(idsOf(body)).toEqual([kept])
    expect(none).toMatchObject({ status: 200, body: { products: [] } })
  })

  it(`is compared with up to ${COMPARED_MAX - 1} others`, async () => {
    const ids = await shop.products(COMPARED_MAX + 1)

    expect(idsOf((await compare(ids.slice(0, COMPARED_MAX))).body)).toHaveLength(COMPARED_MAX)
    expect((await compare(ids.slice(0, 1))).status).toBe(200)
    expect((await compare(ids)).status).toBe(422)
    expect((await shop.call('GET', '/api/products/compare')).status).toBe(422)
  })

  it.for(['', '0', '-1', 'x', '1,', '1,,2', '1;2', '1.5', '9'.repeat(16)])(
    'is not compared by the ids "%s"',
    async (ids) => {
      const answer = await shop.call('GET', '/api/products/compare', { query: { ids } })

      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ ids: expect.any(Array) })
    },
  )
})

describeShop('the home page', (shop) => {
  beforeAll(async () => {
    for (const category of CATEGORIES) {
      await shop.products(60, { category, price: 10, compareAtPrice: 20 })
      await shop.products(20, { category, price: 10 })
    }
  })

  it(`shows at most ${HOME_PRODUCTS_MAX} products, each once, and every category`, async () => {
    const answer = await shop.call('GET', '/api/')

    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).toEqual(
      expect.arrayContaining(['products', 'categories', 'carts']),
    )
    const ids = answer.body.products.map(({ id }: Product) => id)
    expect(ids.length).toBeLessThanOrEqual(HOME_PRODUCTS_MAX)
    expect(ids.length).toBeGreaterThan(40)
    expect(new Set(ids).size).toBe(ids.length)
    expect(answer.body.categories).toEqual(
      CATEGORIES.map((name) => ({
        id: expect.any(Number),
        name,
        name_ar: expect.any(String),
        tagline: expect.any(String),
        tagline_ar: expect.any(String),
        profileImage: expect.stringMatching(/^\/media\/.+\.webp$/),
        products: 80,
      })),
    )
    expect(answer.body.carts).toEqual([])
  })
})

describeShop('the list of products', (shop) => {
  const SIZE = 75
  let ids: number[] = []

  beforeAll(async () => {
    // Many ties in every sort order, so that only the id can tell rows apart.
    ids = []
    for (let index = 0; index < SIZE; index++) {
      const id = await shop.product({
        name: `Thing ${index}`,
        category: CATEGORIES[index % 3] ?? 'Phones',
        price: 10 + (index % 4),
        stock: index % 5,
        createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 6))),
      })
      ids.push(id)
    }
    await shop.sql`
      update product set sold = id % 3, rating_count = id % 3, rating_sum = id % 3 * (1 + id % 5)`
  })

  const ORDERS: Record<string, (a: Product, b: Product) => number> = {
    newest: (a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id,
    price: (a, b) => a.price - b.price || a.id - b.id,
    '-price': (a, b) => b.price - a.price || b.id - a.id,
    rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0) || b.id - a.id,
    sold: (a, b) => b.sold - a.sold || b.id - a.id,
  }

  it.for(Object.keys(ORDERS))('sorts by %s, pages without gap or repeat', async (sort) => {
    const all = await pages(shop, { sort, limit: '7' })

    expect(all.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids)
    expect(all).toEqual([...all].sort(ORDERS[sort]))
  })

  it.for<[Record<string, string>, (product: Product) => boolean]>([
    [{ category: 'Phones' }, ({ category }) => category === 'Phones'],
    [
      { category: 'Accessories', inStock: 'true', sort: 'price' },
      ({ category, quantity }) => category === 'Accessories' && quantity > 0,
    ],
    [
      { minPrice: '11', maxPrice: '12.00', sort: '-price' },
      ({ price }) => price >= 11 && price <= 12,
    ],
    [{ minRating: '2.5', sort: 'rating' }, ({ rating }) => rating !== null && rating >= 2.5],
    [{ search: 'thing', sort: 'relevance' }, () => true],
    [{ search: 'THING 7' }, ({ name }) => name === 'Thing 7'],
    [{}, () => true],
  ])('pages through filtered lists whole: %j', async ([query, passes]) => {
    const all = await pages(shop, { ...query, limit: '4' })
    const { body } = await shop.call('GET', '/api/products', { query: { ...query, limit: '60' } })
    const wanted = (await pages(shop, {})).filter(passes).map(({ id }) => id)

    expect(all.map(({ id }) => id).sort((a, b) => b - a)).toEqual(wanted.sort((a, b) => b - a))
    expect(all).toHaveLength(body.total)
    expect(all.slice(0, 60)).toEqual(body.products)
    expect(all.length).toBeGreaterThan(0)
  })

  it('shows the products that are named, if they exist', async () => {
    const query = { ids: `${ids[3]},${ids[5]},999999` }
    const { body } = await shop.call('GET', '/api/products', { query })

    expect(body.products.map(({ id }: Product) => id)).toEqual([ids[5], ids[3]])
  })

  it.for(['', 'category=All', 'category=', 'utm_source=x&__proto__=1&constructor=2'])(
    'shows every category, and ignores unknown parameters: "%s"',
    async (query) => {
      expect((await shop.call('GET', `/api/products?${query}`)).body.total).toBe(SIZE)
    },
  )

  it('refuses forged cursors, and cursors of a different sort order', async () => {
    const { body } = await shop.call('GET', '/api/products', {
      query: { sort: 'price', limit: '2' },
    })
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      'x',
      '%',
      forge(['price']),
      forge(['price', '1', 2]),
      forge(['price', 1e300, 1]),
      forge(['price', 1.5, 1]),
      forge(['price', -1, 1]),
      forge(['price', 1, null]),
      forge(['price', 1, [1]]),
      forge({ 0: 'price', 1: 1, 2: 1 }),
      forge('price'),
      forge(null),
      forge(['__proto__', 1, 1]),
      'a'.repeat(501),
    ]

    for (const cursor of forged) {
      const answer = await shop.call('GET', '/api/products', { query: { sort: 'price', cursor } })
      expect([cursor, answer.status]).toEqual([cursor, 422])
      expect(answer.body.errors).toEqual({ cursor: expect.any(Array) })
    }
    const other = await shop.call('GET', '/api/products', {
      query: { sort: 'sold', cursor: body.nextCursor },
    })
    expect(other.status).toBe(422)
  })

  it.for(['newest', 'price', 'rating', 'sold'])(
    'accepts the largest valid cursor, by %s',
    async (sort) => {
      const cursor = Buffer.from(
        JSON.stringify([sort, 9999999999999998, 9999999999999998]),
      ).toString('base64url')

      const answer = await shop.call('GET', '/api/products', { query: { sort, cursor } })

      expect(answer.status).toBe(200)
    },
  )

  it.for([
    { category: 'Toys' },
    { sort: 'name' },
    { limit: '0' },
    { limit: '61' },
    { limit: 'x' },
    { limit: '1.5' },
    { minPrice: '-1' },
    { minPrice: 'x' },
    { minPrice: '' },
    { minPrice: '1.999' },
    { maxPrice: '1e400' },
    { minRating: '6' },
    { inStock: 'maybe' },
    { ids: '1,x' },
    { ids: '0' },
    { ids: '1;drop table product' },
    { search: 'x'.repeat(201) },
    { search: 'a\0b' },
  ])('refuses %j', async (query) => {
    const answer = await shop.call('GET', '/api/products', {
      query: query as Record<string, string>,
    })

    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(Object.keys(query))
  })
})

describeShop('search', (shop) => {
  const find = async (search: string): Promise<string[]> => {
    const { status, body } = await shop.call('GET', '/api/products', { query: { search } })
    expect(status).toBe(200)
    return body.products.map(({ name }: Product) => name).sort()
  }

  beforeAll(async () => {
    // Not in the category Phones, since a search for the category's name finds all its products.
    const goods = [
      { name: 'Phone', name_ar: 'هاتف آيفون ١٥', description: 'Display' },
      { name: 'Speaker', name_ar: 'مكبّر صَوْت', seller: 'Sonveil', seller_ar: 'سونفيل' },
      { name: 'Case 100% leather', name_ar: 'غطاء على الطاولة' },
      { name: 'Case_under C:\\path', name_ar: 'غطاء' },
      { name: 'Eclair', name_ar: 'إكلير' },
    ]
    for (const fields of goods) await shop.product({ ...fields, category: 'Electronics' })
  })

  it.for([
    ['PHONE', ['Phone']],
    ['display', ['Phone']],
    ['sonveil', ['Speaker']],
    ['سونفيل', ['Speaker']],
    ['pho displ', ['Phone']],
    ['  phone   display ', ['Phone']],
    // Alif in any form, and digits in any script.
    ['ايفون', ['Phone']],
    ['أيفون 15', ['Phone']],
    ['آيفون ۱۵', ['Phone']],
    // Diacritics, shadda and tatweel are ignored.
    ['مكبر صوت', ['Speaker']],
    ['مـكـبـر', ['Speaker']],
    // Ya matches alif maqsura, and ta marbuta matches ha.
    ['علي الطاوله', ['Case 100% leather']],
    ['اكلير', ['Eclair']],
    ['nothing like this', []],
  ] as const)('finds %s', async ([words, found]) => {
    expect(await find(words)).toEqual(found)
  })

  it('treats wildcards and quotes literally', async () => {
    expect(await find('100%')).toEqual(['Case 100% leather'])
    expect(await find('case_under')).toEqual(['Case_under C:\\path'])
    expect(await find('c:\\path')).toEqual(['Case_under C:\\path'])
    for (const nothing of ['%', '_', '\\', '*', 'c%e', "' or 1=1 --", '\\%']) {
      expect([nothing, await find(nothing)]).toEqual([nothing, []])
    }
  })

  it('finds everything without words', async () => {
    expect(await find('   ')).toHaveLength(5)
  })
})
