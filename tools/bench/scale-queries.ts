/** Searches as people type them: mostly for existing products, with several words, some misspelled. */

import { createRandom, type Random } from '../../tests/kit/random.ts'
import { type GeneratedProduct, generatedProduct } from './products/generated-catalog.ts'
import { KINDS } from './products/generated-goods.ts'

type Ask = (random: Random, product: GeneratedProduct) => Record<string, string>

const words = (text: string, from: number, to: number) =>
  text
    .split(/[ ,،]+/)
    .slice(from, to)
    .join(' ')

const ASKS: ReadonlyArray<readonly [weight: number, ask: Ask]> = [
  [20, (_random, { name }) => ({ search: words(name, 0, 2) })],
  [15, (_random, { name }) => ({ search: words(name, 0, 3) })],
  [10, (_random, { name }) => ({ search: words(name, 2, 5) })],
  [10, (random, { name }) => ({ search: misspelled(random, words(name, 0, 2)) })],
  [8, (random) => ({ search: random.pick(KINDS).name[random.whole(0, 1)] ?? '' })],
  [8, (_random, { name_ar }) => ({ search: words(name_ar, 0, 4) })],
  [7, (_random, { seller }) => ({ search: seller })],
  [6, (_random, { name }) => ({ search: words(name, 1, 2) + words(name, 2, 3) })],
  [
    6,
    (_random, { name, price_cents }) => ({
      search: words(name, 1, 5),
      maxPrice: (price_cents / 50).toFixed(2),
    }),
  ],
  [5, (_random, { name, category }) => ({ search: words(name, 0, 1), category, inStock: 'true' })],
  [5, (_random, { name }) => ({ search: words(name, 0, 2), sort: 'price' })],
]

export interface Asked {
  seed: number
  products: number
}

/** @returns `count` paths, different ones in each round */
export function searchPaths({ seed, products }: Asked, round: number, count: number): string[] {
  const random = createRandom((round + 1) * 7919)
  return Array.from({ length: count }, () => {
    const product = generatedProduct(seed, random.whole(0, products - 1))
    const ask = ASKS[random.weighted(ASKS.map(([weight]) => weight))]?.[1]
    return `/api/products?${new URLSearchParams({ ...ask?.(random, product), limit: '24' })}`
  })
}

export function searchWords({ seed, products }: Asked, random: Random): string {
  const product = generatedProduct(seed, random.whole(0, products - 1))
  const ask = ASKS[random.weighted(ASKS.map(([weight]) => weight))]?.[1]
  return ask?.(random, product).search ?? product.name
}

/** Paths for suggestions, as requested while a search is being typed. */
export function suggestPaths({ seed, products }: Asked, round: number, count: number): string[] {
  const random = createRandom((round + 1) * 104_729)
  return Array.from({ length: count }, () => {
    const { name, name_ar } = generatedProduct(seed, random.whole(0, products - 1))
    const text = random.chance(0.7) ? words(name, 0, 3) : words(name_ar, 0, 4)
    const typed = [...text].slice(0, random.whole(2, text.length)).join('')
    return `/api/products/suggest?${new URLSearchParams({ q: random.chance(0.1) ? misspelled(random, typed) : typed })}`
  })
}

function misspelled(random: Random, text: string): string {
  const at = random.whole(1, Math.max(text.length - 2, 1))
  return random.chance(0.5)
    ? text.slice(0, at) + text.slice(at + 1)
    : text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
}
