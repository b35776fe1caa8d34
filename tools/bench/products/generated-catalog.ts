/** Generated products in both languages. Product number n of a seed is always the same. */
import type { Category } from '../../../contract/locale.ts'
import { createRandom, type Random } from '../../../tests/kit/random.ts'
import { COLORS, ENDINGS, KINDS, LINES, OPENINGS, SENTENCES, type Text } from './generated-goods.ts'

export interface GeneratedProduct {
  category: Category
  seller: string
  seller_ar: string
  name: string
  name_ar: string
  description: string
  description_ar: string
  price_cents: number
  compare_at_cents: number | null
  on_hand: number
  sold: number
  rating_sum: number
  rating_count: number
  /** In minutes. */
  age: number
  pictures: Array<{ key: string; alt: string; alt_ar: string }>
  specs: Array<{ key: string; label: string; label_ar: string; value: string; value_ar: string }>
}

const MODEL_LETTERS = 'ABCDEGKMRSTVXZ'
const SALE_SHARE = 0.3
const SOLD_OUT_SHARE = 0.05
/** The maximum exponent: a product's sales are e to a random power, so that few products sell often. */
const SOLD_EXPONENT = 8.5
const AGE_MINUTES = 2 * 365 * 24 * 60

/** @param index counted from 0 */
export function generatedProduct(seed: number, index: number): GeneratedProduct {
  // The numbers are mixed by multiplication, because adjacent seeds would start with similar values.
  const random = createRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  const kind = random.pick(KINDS)
  const brand = joined(random.pick(OPENINGS), random.pick(ENDINGS), '')
  const model = `${random.chance(0.7) ? random.pick([...MODEL_LETTERS]) : ''}${random.whole(2, 990)}`
  const family = joined(brand, random.pick(LINES), ' ')
  const version = random.pick(kind.versions)
  const color = random.pick(COLORS)
  const [name, name_ar] = [
    `${family[0]} ${model} ${kind.name[0]} ${version[0]}, ${color[0]}`,
    `${kind.name[1]} ${family[1]} ${model} ${version[1]}، ${color[1]}`,
  ]
  const [description, description_ar] = SENTENCES.map((choices) => random.pick(choices)).reduce(
    (text, sentence) => joined(text, sentence, ' '),
  )
  const picture = random.pick(kind.pictures)
  return {
    category: kind.category,
    seller: brand[0],
    seller_ar: brand[1],
    name,
    name_ar,
    description,
    description_ar,
    ...prices(random, kind.prices),
    ...figures(random),
    pictures: [{ key: picture, alt: name, alt_ar: name_ar }],
    specs: kind.specs.map(({ label, values }) => {
      const value = random.pick(values)
      const key = label[0].toLowerCase().replaceAll(' ', '_')
      return { key, label: label[0], label_ar: label[1], value: value[0], value_ar: value[1] }
    }),
  }
}

function joined(one: Text, other: Text, between: string): Text {
  return [one[0] + between + other[0], one[1] + between + other[1]]
}

function prices(random: Random, [from, to]: readonly [number, number]) {
  // Cheap products are more common. Prices end in .99, .95 or .00.
  const dollars = from + (to - from) * random.next() ** 2
  const price_cents = Math.max(Math.round(dollars) * 100 - random.pick([1, 5, 100]), 99)
  const compare_at_cents = random.chance(SALE_SHARE)
    ? Math.round((price_cents * random.between(1.05, 1.5)) / 100) * 100 + 99
    : null
  return { price_cents, compare_at_cents }
}

function figures(random: Random) {
  const sold = Math.floor(Math.exp(random.next() * SOLD_EXPONENT)) - 1
  const rating_count = Math.floor(sold * random.between(0.05, 0.4))
  return {
    sold,
    rating_count,
    rating_sum: Math.round(rating_count * random.between(3.2, 4.9)),
    on_hand: random.chance(SOLD_OUT_SHARE) ? 0 : random.whole(1, 400),
    age: random.whole(0, AGE_MINUTES),
  }
}
