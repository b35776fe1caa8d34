/** Random requests for filtered lists, products, comparisons and compatibility. */
import { SORTS } from '../../contract/locale.ts'
import { createRandom, type Random } from '../../tests/kit/random.ts'
import type { FilterGoods } from './filter-data.ts'
import type { Wish } from './scale-load.ts'
import { type Asked, searchWords } from './scale-queries.ts'

const PAGE = 24
const FILTERS_MAX = 4
const COMPARED = [2, 3, 4]

type Draw = (random: Random, goods: FilterGoods, asked: Asked) => string

export const KINDS_OF_REQUESTS = {
  'category, 0 to 4 filters, any sort': (random, goods) => {
    const category = random.pick(goods.categories)
    return listOf(random, goods, category, { category: category.name })
  },
  'the same, families once': (random, goods) => {
    const category = random.pick(goods.categories)
    return listOf(random, goods, category, { category: category.name, group: 'family' })
  },
  'search, 0 to 4 filters, any sort': (random, goods, asked) =>
    listOf(random, goods, null, { search: searchWords(asked, random) }),
  'the same search, families once': (random, goods, asked) =>
    listOf(random, goods, null, { search: searchWords(asked, random), group: 'family' }),
  'accessories that fit a device': (random, { devices, categories, ...goods }) => {
    const accessories = categories.find(({ name }) => name === 'Accessories') ?? null
    const fits = String(random.pick(devices))
    return listOf(random, { devices, categories, ...goods }, accessories, {
      category: 'Accessories',
      fits,
      group: 'family',
    })
  },
  'one product': (random, { products }) => `/api/products/${random.pick(products)}`,
  comparison: (random, { products }) =>
    `/api/products/compare?ids=${some(random, products, random.pick(COMPARED))}`,
  'what fits a device': (random, { devices }) => `/api/products/${random.pick(devices)}/fits`,
  'whether 24 accessories fit 2 devices': (random, { devices, accessories }) =>
    `/api/products/fits?devices=${some(random, devices, 2)}&ids=${some(random, accessories, PAGE)}`,
} satisfies Record<string, Draw>

export type KindOfRequest = keyof typeof KINDS_OF_REQUESTS

/** The kinds of requests that may repeat, because they have few different paths: 500 products and as many devices. */
const REPEATED = new Set<KindOfRequest>(['one product', 'what fits a device'])

/** @returns a function that draws requests of a kind: all different unless in `REPEATED`, half of them in Arabic. */
export function createDraws(goods: FilterGoods, asked: Asked) {
  const random = createRandom(asked.seed * 7919)
  const drawn = new Set<string>()
  return (kind: KindOfRequest, count: number): Wish[] => {
    const draw: Draw = KINDS_OF_REQUESTS[kind]
    const wishes: Wish[] = []
    while (wishes.length < count) {
      const path = draw(random, goods, asked)
      if (drawn.has(path) && !REPEATED.has(kind)) continue
      drawn.add(path)
      wishes.push({ path, language: wishes.length % 2 ? 'ar' : 'en' })
    }
    return wishes
  }
}

function listOf(
  random: Random,
  { brands }: FilterGoods,
  category: FilterGoods['categories'][number] | null,
  query: Record<string, string>,
): string {
  const filters: Array<() => Record<string, string>> = [
    () => ({ brand: some(random, brands, random.whole(1, 3)) }),
    () => ({ minPrice: String(random.whole(1, 300)), maxPrice: String(random.whole(300, 2000)) }),
    () => ({ minRating: String(random.whole(2, 4)) }),
    () => ({ inStock: 'true' }),
    ...(category
      ? [
          () => ({ subCategory: some(random, category.types, random.whole(1, 2)) }),
          () => ({ attributes: attributesOf(random, category.attributes) }),
          () => ({ attributes: attributesOf(random, category.attributes) }),
        ]
      : []),
  ]
  const chosen: Record<string, string> = {}
  for (let left = random.whole(0, FILTERS_MAX); left > 0; left--) {
    Object.assign(chosen, random.pick(filters)())
  }
  const page = { facets: 'true', limit: String(PAGE), sort: random.pick(SORTS) }
  return `/api/products?${new URLSearchParams({ ...query, ...chosen, ...page })}`
}

/** A random filter on one or two attributes, as the value of a list's `attributes` parameter. */
function attributesOf(
  random: Random,
  attributes: FilterGoods['categories'][number]['attributes'],
): string {
  const first = random.whole(0, attributes.length - 1)
  return attributes
    .slice(first, first + random.whole(1, 2))
    .map(({ id, name, kind, choices }) => {
      if (kind === 'choice') return `${id}:${some(random, choices, random.whole(1, 3))}`
      if (kind === 'boolean') return `${id}:${random.chance(0.5) ? 'yes' : 'no'}`
      const from = name === 'Storage' ? 2 ** random.whole(3, 8) : random.whole(0, 100)
      return `${id}:${from}..${from * random.whole(2, 4) + 1}`
    })
    .join(';')
}

/** `count` different ids, or all of them if there are fewer, separated by commas. */
function some(random: Random, ids: readonly number[], count: number): string {
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, ids.length)) chosen.add(random.pick(ids))
  return [...chosen].join()
}
