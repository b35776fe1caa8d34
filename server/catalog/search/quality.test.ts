import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { seedDemo } from '../../demo/seed-demo.ts'

interface Pair {
  kind: string
  query: string
  /** SKUs of the products to find; the rank is that of the first one in the list. */
  finds: string[]
  /** For everyday words: whether the pair was used to tune search, or only to measure it. */
  use?: 'tune' | 'holdout'
}

/** The time from which the demo's history is generated backward; past sales break ties. */
const SEEDED_AT = Date.parse('2026-11-01T12:00:00Z')

/**
 * The minimum mean recall (the share of a pair's products among the first ten listed) and the minimum mean reciprocal
 * rank, both as measured when the pairs were written, rounded down. A change that lowers either is a regression.
 */
const RECALL_MIN = 0.99
const RANK_MIN = 0.97
/** The same limits for everyday words, almost a third of which were never used to tune search. */
const EVERYDAY_RECALL_MIN = 0.9
const EVERYDAY_RANK_MIN = 0.9
/** The minimum recall for each kind of query: none may suffer for the sake of the others. */
const KIND_RECALL_MIN = 0.9

describeShop('search over the demo catalog', (shop) => {
  let pairs: Pair[] = []
  let everyday: Pair[] = []
  const lists = new Map<string, string[]>()

  beforeAll(async () => {
    pairs = await readPairs('quality.json')
    everyday = await readPairs('quality-everyday.json')
    await seedDemo(shop.db, { now: SEEDED_AT })
    const rows = await shop.sql<{ id: number; sku: string }>`select id, sku from product`
    const skus = new Map(rows.map(({ id, sku }) => [id, sku]))
    for (const { query } of [...pairs, ...everyday]) {
      const { body } = await shop.call('GET', '/api/products', {
        query: { search: query, limit: '10' },
      })
      lists.set(
        query,
        body.products.map(({ id }: Product) => skus.get(id) ?? ''),
      )
    }
  })

  it('has at least 200 pairs, each of products that exist', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(200)
    expect(new Set(pairs.map(({ query }) => query)).size).toBe(pairs.length)
  })

  it(`lists ${RECALL_MIN * 100} % of what is meant among the first ten`, () => {
    const missed = pairs.filter((pair) => recallOf(pair) < 1)

    expect(mean(pairs.map(recallOf)), describeMissed(missed)).toBeGreaterThanOrEqual(RECALL_MIN)
  })

  it(`has a mean reciprocal rank of ${RANK_MIN}`, () => {
    const missed = pairs.filter((pair) => reciprocalRankOf(pair) < 1)

    expect(mean(pairs.map(reciprocalRankOf)), describeMissed(missed)).toBeGreaterThanOrEqual(
      RANK_MIN,
    )
  })

  it('is good at every kind of query', () => {
    const kinds = Map.groupBy(pairs, ({ kind }) => kind)
    const recalls = [...kinds].map(([kind, of]) => ({ kind, recall: mean(of.map(recallOf)) }))

    expect(recalls.filter(({ recall }) => recall < KIND_RECALL_MIN)).toEqual([])
  })

  it.for(['tune', 'holdout'] as const)('finds what people mean by everyday words: %s', (use) => {
    const some = everyday.filter((pair) => pair.use === use)
    const recall = mean(some.map(recallOf))
    const rank = mean(some.map(reciprocalRankOf))
    const measured = `${use}: recall ${recall.toFixed(3)}, rank ${rank.toFixed(3)}, ${some.length} pairs`
    const missed = describeMissed(some.filter((pair) => recallOf(pair) < 1))

    expect(recall, `${measured}\n${missed}`).toBeGreaterThanOrEqual(EVERYDAY_RECALL_MIN)
    expect(rank, measured).toBeGreaterThanOrEqual(EVERYDAY_RANK_MIN)
  })

  it.for([
    ['phone', 'Phones'],
    ['phones', 'Phones'],
    ['هاتف', 'Phones'],
    ['تيلفون', 'Phones'],
    ['تيليفون', 'Phones'],
    ['سمارت فون', 'Phones'],
    ['accessory', 'Accessories'],
    ['إكسسوارات', 'Accessories'],
    ['electronics', 'Electronics'],
  ])(
    'lists products of the category that is named before others: %s',
    async ([search, category]) => {
      const { body } = await shop.call('GET', '/api/products', {
        query: { search: search ?? '', limit: '10' },
      })

      expect(body.products.map((product: Product) => product.category)).toEqual(
        body.products.map(() => category),
      )
      expect(body.total).toBeGreaterThan(10)
    },
  )

  it('suggests nothing for three letters that no word begins with', async () => {
    const { body } = await shop.call('GET', '/api/products/suggest', { query: { q: 'hed' } })

    expect(body.suggestions).toEqual([])
  })

  it('returns what it left out and which price it read', async () => {
    const ask = async (search: string) =>
      (await shop.call('GET', '/api/products', { query: { search } })).body
    const relaxed = await ask('purple spaceship headphones')
    const typed = await ask('Qwzx-Pürple غُرفة headphones')
    const priced = await ask('watch under 300')
    const ranged = await ask('phones 300-600')

    expect(relaxed).toMatchObject({ relaxed: true, ignored: ['purple', 'spaceship'] })
    expect(typed.ignored).toEqual(['Qwzx', 'Pürple', 'غُرفة'])
    expect(relaxed.products[0].name).toMatch(/headphones/i)
    expect(priced).toMatchObject({ priceInWords: { max: 300 } })
    expect(priced).not.toHaveProperty('relaxed')
    expect(priced.products.every(({ price }: Product) => price <= 300)).toBe(true)
    expect(ranged).toMatchObject({ priceInWords: { min: 300, max: 600 } })
    expect(
      ranged.products.map(({ category, price }: Product) => [category, price >= 300, price <= 600]),
    ).toEqual(ranged.products.map(() => ['Phones', true, true]))
  })

  it.for([
    ['gift under 50', { from: 79, priceRelaxed: true }],
    ['phone between 5000 and 6000', { from: 1599, priceRelaxed: true }],
    ['headphones under 100', { from: 59 }],
    ['cheap phone', { from: 49, cheapestFirst: true }],
    ['purple cheap headphones', { from: 189, cheapestFirst: true }],
    ['أرخص موبايل', { from: 49, cheapestFirst: true }],
    ['cheap', { from: 19, cheapestFirst: true }],
  ] as const)(
    'begins at the price that is meant, or nearest to it: %s',
    async ([search, meant]) => {
      const query = { search, limit: '1' }
      const { body } = await shop.call('GET', '/api/products', { query })
      const next = await shop.call('GET', '/api/products', {
        query: { ...query, cursor: body.nextCursor },
      })

      const { priceRelaxed, cheapestFirst } = body
      expect({ from: body.products[0].price, priceRelaxed, cheapestFirst }).toEqual({
        priceRelaxed: undefined,
        cheapestFirst: undefined,
        ...meant,
      })
      expect(next.body.products[0].id).not.toBe(body.products[0].id)
      expect(next.body.total).toBe(body.total)
    },
  )

  it.for([
    'zzzzqq',
    'qqzz',
    'bbbbcc',
    'zzzzqqqq',
    'xkcdwq',
    'ضضضضضظظظ',
    'asdfghjkl',
    'qwerty',
    'wert',
    'foobar',
  ])('finds nothing for random keys: %s', async (search) => {
    const { body } = await shop.call('GET', '/api/products', { query: { search } })

    expect(body.products.map(({ name }: Product) => name)).toEqual([])
  })

  function recallOf({ query, finds }: Pair): number {
    const listed = lists.get(query) ?? []
    return finds.filter((sku) => listed.includes(sku)).length / finds.length
  }

  function reciprocalRankOf({ query, finds }: Pair): number {
    const rank = (lists.get(query) ?? []).findIndex((sku) => finds.includes(sku)) + 1
    return rank === 0 ? 0 : 1 / rank
  }

  function describeMissed(missed: Pair[]): string {
    return missed
      .map(({ query, finds }) => `${query}: ${finds.join(' ')} <> ${lists.get(query)?.slice(0, 4)}`)
      .join('\n')
  }
})

async function readPairs(file: string): Promise<Pair[]> {
  return JSON.parse(await readFile(join(import.meta.dirname, file), 'utf8'))
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
