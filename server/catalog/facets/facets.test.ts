import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { COUNT_MAX } from '#contract/limits.ts'
import type { Sort } from '#contract/locale.ts'
import type { ProductFacets, ProductPage, ProductsQuery } from '#contract/product-lists.ts'
import type { Handle } from '#server/platform/db/database.ts'
import { type Axes, defineAxes } from '#tests/kit/families.ts'
import { createRandom } from '#tests/kit/random.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createCatalogChanges } from '../catalog-changes.ts'
import { createSearch } from '../search/search.ts'
import { createFacetIndex } from './facet-index.ts'

const PHONES = 140
const CASES = 40
const QUESTIONS = volume(12, 150)

/** What the test knows about a product, independently of the shop. */
interface Known {
  id: number
  category: 'Phones' | 'Accessories'
  price: number
  stars: number
  hasUnits: boolean
  brand: number | null
  sub: number | null
  storage: number | null
  color: number | null
  isWaterproof: boolean | null
  family: number | null
}

interface Named extends Axes {
  orvane: number
  zelmora: number
  foldables: number
  waterproof: number
  families: number[]
}

const fail = (error: unknown) => {
  throw error
}

describeShop('lists with filters', (shop) => {
  let all: Known[] = []
  let named: Named
  let changes: ReturnType<typeof createCatalogChanges>
  let index: ReturnType<typeof createFacetIndex>
  const random = createRandom(21)

  beforeAll(async () => {
    named = await define(shop)
    const phones = await shop.products(PHONES, { name: 'Thing', category: 'Phones' })
    // Large ids, as products imported from another shop may have.
    await shop.sql`select setval(pg_get_serial_sequence('product', 'id'), 100000000000000)`
    const cases = await shop.products(CASES, { name: 'Thing', category: 'Accessories' })
    all = [
      ...phones.map((id) => invent(id, 'Phones')),
      ...cases.map((id) => invent(id, 'Accessories')),
    ]
    await store(shop, all, named)
    all = all.map((one) => ({ ...one, stars: shownStars(one, all) }))
  })
  beforeEach(async () => {
    changes = createCatalogChanges()
    index = createFacetIndex(shop.db.run, changes)
    await index.start(fail)
  })
  afterEach(() => index.stop())

  function invent(id: number, category: Known['category']): Known {
    const isPhone = category === 'Phones'
    return {
      id,
      category,
      price: random.whole(2, 60) * 10,
      stars: random.whole(0, 5),
      hasUnits: random.chance(0.7),
      brand: random.pick([named.orvane, named.zelmora, null]),
      sub: isPhone ? random.pick([named.foldables, null]) : null,
      storage: isPhone ? random.pick([64, 128, 256.5, null]) : null,
      color: isPhone ? random.pick([named.red, named.blue, null]) : null,
      isWaterproof: isPhone ? random.pick([true, false, null]) : null,
      family: isPhone ? random.pick([...named.families, null]) : null,
    }
  }

  const searchBy = (facetIndex: Pick<typeof index, 'current'>) =>
    createSearch(shop.db.run, changes, facetIndex)
  const ask = (query: ProductsQuery) => searchBy(index)({ ...query, facets: true, limit: 60 })
  const askDatabase = (query: ProductsQuery) =>
    searchBy({ current: async () => null })({ ...query, limit: 60 })

  function question(): ProductsQuery {
    const some = <T>(value: T) => (random.chance(0.4) ? value : undefined)
    const attributes = [
      some(
        `${named.storage}:${random.pick(['100..', '..128', '64..200', '300..400', '128', '64,256.5'])}`,
      ),
      some(`${named.color}:${random.pick([named.red, `${named.red},${named.blue}`, 999])}`),
      some(`${named.waterproof}:${random.pick(['yes', 'no'])}`),
    ].filter((one) => one !== undefined)
    return drop({
      category: random.pick(['Phones', 'Phones', 'Accessories', 'All'] as const),
      minPrice: some(random.whole(1, 400)),
      maxPrice: some(random.whole(100, 600)),
      minRating: some(random.pick([2, 3, 4])),
      inStock: some(true),
      brand: some(random.pick([`${named.orvane}`, `${named.orvane},${named.zelmora}`, '999'])),
      subCategory: some(`${named.foldables}`),
      attributes: some(attributes.join(';') || undefined),
      sort: random.pick<Sort>(['relevance', 'newest', 'price', '-price', 'rating', 'sold']),
    })
  }

  it(`are those of the database, and count what a plain reading of the rules counts, for ${2 * QUESTIONS} questions at random`, async () => {
    let smaller = 0
    for (let n = 0; n < 2 * QUESTIONS; n++) {
      const one = question()
      const query = { ...one, ...(n % 2 === 1 && { group: 'family' as const }) }
      const [fromColumns, fromDatabase] = [await ask(query), await askDatabase(query)]

      expect(listOf(fromColumns), JSON.stringify(query)).toEqual(listOf(fromDatabase))
      expect(fromColumns.facets, JSON.stringify(query)).toMatchObject(expected(query, all, named))
      if (query.group && fromColumns.total < (await ask(one)).total) smaller++
    }
    // Grouping must have shortened some lists, or families were not tested.
    expect(smaller).toBeGreaterThan(0)
  })

  it('show each family of a search once, by the best offer that has the words', async () => {
    const wanted = shownOf(
      all.filter(({ category, price }) => category === 'Phones' && price <= 300),
    )
    for (const facetIndex of [index, { current: async () => null }]) {
      const page = await searchBy(facetIndex)({
        search: 'thing',
        category: 'Phones',
        maxPrice: 300,
        group: 'family',
        limit: 60,
      })
      expect(page.total).toBe(wanted.length)
      expect(wanted.map(({ id }) => id)).toEqual(
        expect.arrayContaining(page.products.map(({ id }) => id)),
      )
      for (const { id, family } of page.products) {
        const known = all.find((one) => one.id === id)
        expect(family?.id ?? null).toBe(known?.family ?? null)
        const siblings = all.filter((one) => one.family !== null && one.family === known?.family)
        if (family) expect(family.products).toBe(siblings.length)
        if (family) expect(family.min).toBe(Math.min(...siblings.map(({ price }) => price)))
      }
    }
  })

  it('count what their words and ids leave', async () => {
    const { facets } = await ask({ search: 'thing', category: 'Phones', maxPrice: 300 })
    expect(facets).toMatchObject(expected({ category: 'Phones', maxPrice: 300 }, all, named))

    const some = all.slice(0, 30)
    const byIds = await ask({ ids: some.map(({ id }) => id).join(), inStock: true })
    expect(byIds.facets).toMatchObject(expected({ inStock: true }, some, named))

    const nothing = await ask({ search: 'xylograph', category: 'Phones' })
    expect(nothing.facets).toMatchObject({ brands: [], inStock: 0, price: null, attributes: [] })
  })

  it('are the same for a word so common that more hits are expected than are listed', async () => {
    const query: ProductsQuery = { search: 'thing', category: 'Phones' }
    const add = (count: number) =>
      sql`update search_word set products = products + ${count} where word = 'thing'`
    const { facets: listed } = await ask(query)

    await add(COUNT_MAX).execute(shop.db.run)
    const { facets } = await ask(query).finally(() => add(-COUNT_MAX).execute(shop.db.run))

    expect(listed).toHaveProperty('price')
    expect(facets).toEqual(listed)
  })

  it(`are those of the database for words, for ${QUESTIONS} questions at random`, async () => {
    let found = 0
    for (let n = 0; n < QUESTIONS; n++) {
      const query: ProductsQuery = {
        ...question(),
        search: random.pick(['thing', 'phones', 'orvane thing', 'red', 'thnig', 'nothing of it']),
        ...(random.chance(0.5) && { group: 'family' }),
      }
      const about = JSON.stringify(query)
      const page = async (by: Pick<typeof index, 'current'>, cursor: string | null) =>
        searchBy(by)({ ...query, limit: 7, ...(cursor && { cursor }) })
      const without = { current: async () => null }
      const [fromColumns, fromDatabase] = [await page(index, null), await page(without, null)]
      expect(listOf(fromColumns), about).toEqual(listOf(fromDatabase))
      // A page from the database may follow a page from the tables, and vice versa.
      const cursor = fromColumns.nextCursor
      expect(fromDatabase.nextCursor, about).toBe(cursor)
      if (cursor) {
        const [next, other] = [await page(index, cursor), await page(without, cursor)]
        expect(listOf(next), about).toEqual(listOf(other))
      }
      found += fromColumns.products.length
    }
    expect(found).toBeGreaterThan(0)
  })

  it('show at once what staff changed, and other things a moment later', async () => {
    const [one] = all.filter(({ category, hasUnits }) => category === 'Phones' && hasUnits)
    const id = one?.id ?? 0
    const isListed = async (query: ProductsQuery, isCurrent = false) => {
      const page = await searchBy(index)({ ids: '', ...query, limit: 60 }, isCurrent)
      return page.products.some((product) => product.id === id)
    }
    await shop.sql`update product set price_cents = 999999 where id = ${id}`
    expect(await isListed({ minPrice: 9000 })).toBe(false)
    changes.announce({ what: 'products', ids: [id] })
    expect(await isListed({ minPrice: 9000 })).toBe(true)

    await shop.sql`update product set reserved = on_hand where id = ${id}`
    changes.announce({ what: 'stock', ids: [id], by: [] })
    const cheap = { minPrice: 9000, inStock: true }
    expect(await isListed(cheap, true)).toBe(false)
    await expect.poll(() => isListed(cheap)).toBe(false)

    await shop.sql`update product set deleted_at = now() where id = ${id}`
    changes.announce({ what: 'products', ids: [id] })
    expect((await ask({ minPrice: 9000 })).total).toBe(0)

    await shop.sql`
      update product set deleted_at = null, reserved = 0, price_cents = ${(one?.price ?? 0) * 100}
      where id = ${id}`
    changes.announce({ what: 'restored', ids: [id] })
    expect((await ask({ category: 'Phones' })).total).toBe(PHONES)
  })

  it('follow what a family is rated, whichever of its products changes it', async () => {
    const [one, other] = await shop.products(2, { category: 'Phones' })
    const [family] = named.families
    const change = async (fields: RawBuilder<unknown>, what: 'products' | 'ratings') => {
      await shop.sql`update product set ${fields} where id = ${one}`
      changes.announce({ what, ids: [one ?? 0] })
      const { facets } = await ask({ ids: `${other}` })
      return facets.ratings
    }
    await shop.sql`
      with own as (
        insert into family (category_id, name, name_ar)
        select category_id, 'Own', 'خاصة' from family where id = ${family} returning id
      )
      update product set family_id = own.id from own where product.id in (${one}, ${other})`
    const unrated = { 4: 0, 3: 0, 2: 0 }
    const rated = { 4: 0, 3: 1, 2: 1 }
    expect(await change(sql`rating_sum = 3, rating_count = 1`, 'ratings')).toEqual(rated)
    expect(await change(sql`deleted_at = now()`, 'products')).toEqual(unrated)
    expect(await change(sql`deleted_at = null`, 'products')).toEqual(rated)
    expect(await change(sql`family_id = null`, 'products')).toEqual(unrated)
    await shop.sql`update product set deleted_at = now() where id in (${one}, ${other})`
    changes.announce({ what: 'products', ids: [one ?? 0, other ?? 0] })
  })

  it('follow a product to another category, and know new ones', async () => {
    const id = await shop.product({ category: 'Electronics', price: 4321 })
    changes.announce({ what: 'products', ids: [id] })
    const countsOf = async () => (await ask({ minPrice: 4000 })).facets.category
    expect(await countsOf()).toEqual({ Phones: 0, Accessories: 0, Electronics: 1 })

    await shop.sql`
      update product set category_id = (select id from category where name = 'Accessories')
      where id = ${id}`
    changes.announce({ what: 'products', ids: [id] })
    expect(await countsOf()).toEqual({ Phones: 0, Accessories: 1, Electronics: 0 })

    await shop.sql`update product set deleted_at = now() where id = ${id}`
    changes.announce({ what: 'products', ids: [id] })
    expect(await countsOf()).toEqual({ Phones: 0, Accessories: 0, Electronics: 0 })
  })

  it('name a new attribute once it is a filter, and no attribute that is none', async () => {
    const names = async () =>
      (await ask({ category: 'Phones' })).facets.attributes?.map(({ name }) => name)
    const setFilter = async (isFilter: boolean) => {
      await shop.sql`update attribute set is_filter = ${isFilter} where id = ${named.waterproof}`
      changes.announce({ what: 'products', ids: [] })
    }
    await setFilter(false)
    expect(await names()).toEqual(['Storage', 'Color'])
    await setFilter(true)
    expect(await names()).toEqual(['Storage', 'Color', 'Waterproof'])
  })

  it('show every product where none is of a family, and families again once there are', async () => {
    const totals = async () => [
      (await ask({ category: 'Phones', group: 'family' })).total,
      (await ask({ category: 'Phones', search: 'thing', group: 'family' })).total,
    ]
    const families = shownOf(all.filter(({ category }) => category === 'Phones')).length
    expect(await totals()).toEqual([families, families])

    await shop.sql`update product set family_id = null`
    changes.announce({ what: 'products', ids: all.map(({ id }) => id) })
    expect(await totals()).toEqual([PHONES, PHONES])

    await shop.sql`
      update product set family_id = family
      from unnest(${all.map(({ id }) => id)}::bigint[],
        ${all.map(({ family }) => family)}::bigint[]) as known (id, family)
      where known.id = product.id`
    changes.announce({ what: 'products', ids: all.map(({ id }) => id) })
    expect(await totals()).toEqual([families, families])
  })

  it('know their filters while staff change one thing after the other', async () => {
    // A list waits half a second for the tables; on a busy machine, reading them may take longer.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const busy = createFacetIndex(shop.db.run, changes, () =>
      fail('a list was answered without the tables'),
    )
    await busy.start(fail)
    const search = searchBy(busy)
    for (let n = 0; n < 10; n++) {
      await shop.sql`update attribute set is_filter = ${n % 2 === 1} where id = ${named.waterproof}`
      changes.announce({ what: 'products', ids: [] })
      const asked = search({ category: 'Phones', facets: true })
      // The change arrives while everything is being reread.
      setTimeout(() => changes.announce({ what: 'products', ids: [all[n]?.id ?? 0] }), 2)
      expect((await asked).facets.brands).toHaveLength(2)
    }
    await busy.stop()
  })

  it('are read again after a reading that failed', async () => {
    let asked = 0
    const run = shop.db.run.withPlugin({
      transformQuery({ node }) {
        asked++
        if (asked === failsAt) throw new Error('no connection')
        return node
      },
      transformResult: async ({ result }) => result,
    }) as Handle
    let failsAt = Number.POSITIVE_INFINITY
    const counted = createFacetIndex(run, changes)
    await counted.start(fail)
    await counted.stop()
    const inAll = asked
    asked = 0
    // Fails at the last portion of products, after the definitions have been read.
    failsAt = inAll - 1

    const errors: unknown[] = []
    const late = createFacetIndex(run, changes)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await late.start((error) => errors.push(error))
    expect(errors).toHaveLength(1)
    expect(await late.current(false)).toBeNull()
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    await expect.poll(() => late.current(false)).not.toBeNull()
    expect(asked).toBe(failsAt + inAll)
    const page = await searchBy(late)({ category: 'Phones', facets: true, limit: 60 })
    expect(page).toEqual(await ask({ category: 'Phones' }))
    await late.stop()
  })

  it('say when lists that went without could be answered with them', async () => {
    let known = 0
    const late = createFacetIndex(shop.db.run, changes, () => {
      known++
    })
    expect(await late.current(false)).toBeNull()
    expect(known).toBe(0)
    await late.start(fail)
    expect(known).toBe(1)
    expect(await late.current(false)).not.toBeNull()
    await late.start(fail)
    expect(known).toBe(1)
    await late.stop()
  })

  it('come from the database while tables are missing or cannot be trusted', async () => {
    const unreliable = createFacetIndex(shop.db.run, { on: () => {}, reliable: () => false })
    await unreliable.start(fail)
    expect(await unreliable.current(false)).toBeNull()
    await unreliable.stop()

    expect(await index.current(false)).not.toBeNull()
    await index.stop()
    expect(await index.current(false)).toBeNull()
    const { facets, total } = await ask({ category: 'Phones', minRating: 3 })
    expect(Object.keys(facets)).toEqual(['category'])
    expect(total).toBe(all.filter((one) => one.category === 'Phones' && one.stars >= 3).length)
  })

  it.for(['7', '7:', '7:1;', '0:1', '7:..', '7:maybe', '7:1..2..3', '7:1;7:2'])(
    'refuse attributes that cannot be read: %s',
    async (attributes) => {
      const { status } = await shop.call('GET', '/api/products', { query: { attributes } })
      expect(status).toBe(422)
    },
  )
})

function listOf({ products, total, nextCursor, facets }: ProductPage) {
  return { ids: products.map(({ id }) => id), total, nextCursor, counts: facets.category }
}

/** A query's conditions, keyed by facet: a facet's counts ignore its own condition. */
function tests(query: ProductsQuery, named: Named): Record<string, (one: Known) => boolean> {
  const { minPrice = 0, maxPrice = Infinity, minRating = 0, inStock, brand, subCategory } = query
  const has = (list: string | undefined, id: number | null) =>
    list === undefined || (id !== null && list.split(',').map(Number).includes(id))
  const attributes = asked(query)
  const storages = attributes.get(`${named.storage}`)
  const [from, to] = storages?.includes('..') ? storages.split('..') : []
  const waterproof = attributes.get(`${named.waterproof}`)
  return {
    category: (one) => ['All', one.category, undefined].includes(query.category),
    price: (one) => one.price >= minPrice && one.price <= maxPrice,
    rating: (one) => one.stars >= minRating,
    stock: (one) => !inStock || one.hasUnits,
    brand: (one) => has(brand, one.brand),
    sub: (one) => has(subCategory, one.sub),
    storage: ({ storage }) =>
      (from === undefined && has(storages, storage)) ||
      (from !== undefined &&
        storage !== null &&
        storage >= Number(from || 0) &&
        storage <= Number(to || Infinity)),
    color: (one) => has(attributes.get(`${named.color}`), one.color),
    waterproof: (one) => waterproof === undefined || one.isWaterproof === (waterproof === 'yes'),
  }
}

function asked({ attributes = '' }: ProductsQuery): Map<string, string> {
  return new Map(attributes.split(';').map((one) => one.split(':') as [string, string]))
}

function expected(
  query: ProductsQuery,
  all: readonly Known[],
  named: Named,
): ProductFacets & { category: Record<string, number> } {
  const conditions = tests(query, named)
  const but = (...without: string[]) =>
    all.filter((one) =>
      Object.entries(conditions).every(([name, passes]) => without.includes(name) || passes(one)),
    )
  const count = (rows: readonly Known[], test: (one: Known) => boolean) => {
    const some = rows.filter(test)
    return query.group ? shownOf(some).length : some.length
  }
  const counted = (of: string, id: number, name: string, test: (one: Known) => boolean) => ({
    id,
    name,
    products: count(but(of), test),
  })
  const isPhones = query.category === 'Phones'
  const isAsked = (id: number) => asked(query).has(`${id}`)
  const chosen = (list: string | undefined, id: number) => list?.split(',').includes(String(id))
  const storages = but('storage').flatMap(({ storage }) => (storage === null ? [] : [storage]))
  const values = [64, 128, 256.5]
    .map((number) => ({
      number,
      products: count(but('storage'), ({ storage }) => storage === number),
    }))
    .filter(
      ({ number, products }) =>
        products > 0 || chosen(asked(query).get(`${named.storage}`), number),
    )
  const prices = but('price').map(({ price }) => price)
  const colors = asked(query).get(`${named.color}`)
  const choices = [
    counted('color', named.red, 'Red', ({ color }) => color === named.red),
    counted('color', named.blue, 'Blue', ({ color }) => color === named.blue),
  ].filter(({ id, products }) => products > 0 || chosen(colors, id))
  const yes = count(but('waterproof'), ({ isWaterproof }) => isWaterproof === true)
  const no = count(but('waterproof'), ({ isWaterproof }) => isWaterproof === false)
  const brands = [
    counted('brand', named.orvane, 'Orvane', ({ brand }) => brand === named.orvane),
    counted('brand', named.zelmora, 'Zelmora', ({ brand }) => brand === named.zelmora),
  ]
  const subs = counted('sub', named.foldables, 'Foldables', ({ sub }) => sub !== null)
  return {
    category: Object.fromEntries(
      ['Phones', 'Accessories'].map((name) => [
        name,
        count(but('category'), ({ category }) => category === name),
      ]),
    ),
    brands: brands
      .filter(({ id, products }) => products > 0 || chosen(query.brand, id))
      .sort((a, b) => b.products - a.products),
    subCategories: subs.products > 0 || query.subCategory ? [subs] : [],
    price: rangeOf(prices),
    ratings: Object.fromEntries(
      [4, 3, 2].map((stars) => [stars, count(but('rating'), (one) => one.stars >= stars)]),
    ),
    inStock: count(but('stock'), ({ hasUnits }) => hasUnits),
    attributes: !isPhones
      ? []
      : [
          ...(storages.length > 0 || isAsked(named.storage)
            ? [{ name: 'Storage', unit: 'GB', range: rangeOf(storages), values }]
            : []),
          ...(choices.length > 0 || isAsked(named.color)
            ? [{ name: 'Color', range: null, choices }]
            : []),
          ...(yes + no > 0 || isAsked(named.waterproof)
            ? [{ name: 'Waterproof', yes, no, choices: [] }]
            : []),
        ],
  } as never
}

/** The stars on a product's card: the average rating of its family, if it belongs to one. */
function shownStars({ family, stars }: Known, all: readonly Known[]): number {
  if (family === null) return stars
  const rated = all.filter((one) => one.family === family && one.stars > 0)
  const sum = rated.reduce((total, one) => total + one.stars, 0)
  return Math.round((100 * sum) / (rated.length || 1)) / 100
}

/** Each family's best offer, and all products without a family. */
function shownOf(rows: readonly Known[]): Known[] {
  const families = Map.groupBy(rows, ({ id, family }) => (family === null ? -id : family))
  return [...families.values()].flatMap((family) => {
    const best = family.toSorted(
      (one, other) =>
        Number(other.hasUnits) - Number(one.hasUnits) ||
        one.price - other.price ||
        one.id - other.id,
    )
    return best.slice(0, 1)
  })
}

function rangeOf(numbers: readonly number[]) {
  return numbers.length === 0 ? null : { min: Math.min(...numbers), max: Math.max(...numbers) }
}

function drop<T extends object>(query: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(query).filter(([, v]) => v !== undefined)) as never
}

async function define(shop: Shop): Promise<Named> {
  const axes = await defineAxes(shop)
  const rows = await shop.sql<Omit<Named, keyof Axes>>`
    with phones as (select id from category where name = 'Phones'),
    brands as (
      insert into brand (name, position) values ('Orvane', 0), ('Zelmora', 1) returning id, name
    ), sub as (
      insert into sub_category (category_id, name, name_ar, position)
      select id, 'Foldables', 'قابلة للطي', 0 from phones returning id
    ), waterproof as (
      insert into attribute (category_id, name, name_ar, kind, is_filter, position)
      select id, 'Waterproof', 'مقاوم للماء', 'boolean', true, 3 from phones returning id
    ), families as (
      insert into family (category_id, name, name_ar)
      select phones.id, 'Family ' || n, 'عائلة ' || n from phones cross join generate_series(1, 40) n
      returning id
    )
    select
      (select json_agg(id) from families) as families,
      (select id from brands where name = 'Orvane') as orvane,
      (select id from brands where name = 'Zelmora') as zelmora,
      (select id from sub) as foldables,
      (select id from waterproof) as waterproof`
  const [row] = rows
  if (!row) throw new Error('nothing was defined')
  return { ...axes, ...row }
}

async function store({ db }: Shop, all: readonly Known[], named: Named): Promise<void> {
  const known = sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as known (id bigint,
    price integer, stars integer, "hasUnits" boolean, brand bigint, sub bigint, storage float8,
    color bigint, "isWaterproof" boolean, family bigint)`
  await sql`
    update product set price_cents = price * 100, brand_id = brand, family_id = family,
      sub_category_id = sub, sold = product.id % 9,
      reserved = case when "hasUnits" then 0 else on_hand end,
      rating_count = case when stars > 0 then 1 else 0 end, rating_sum = stars
    from ${known} where known.id = product.id`.execute(db.run)
  await sql`
    insert into product_attribute (product_id, attribute_id, kind, number, choice_id, is_true)
    select id, attribute, kind, number, choice, is_true from ${known}, lateral (values
      (${named.storage}::bigint, 'number', storage, null::bigint, null::boolean),
      (${named.color}::bigint, 'choice', null, color, null),
      (${named.waterproof}::bigint, 'boolean', null, null, "isWaterproof")
    ) v (attribute, kind, number, choice, is_true)
    where coalesce(number, choice, is_true::integer) is not null`.execute(db.run)
}
