import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { CATEGORIES } from '#contract/locale.ts'
import { PICTURE_FORMATS, PICTURE_WIDTHS, pictureKey, pictureUrl } from '#contract/pictures.ts'
import catalog from './catalog.json' with { type: 'json' }

interface Text {
  en: string
  ar: string
}

const { products, categories, carousel, brands } = catalog
const here = import.meta.dirname
const bytes = (file: string) => statSync(path.join(here, 'pictures', file)).size

const square = products.flatMap(({ pictures }) => pictures)
const wide = [...categories, ...carousel].map(({ picture }) => picture)

/** Every text a customer reads in either language. */
function* texts(): Generator<Text> {
  for (const { name, description, pictures, specs } of products) {
    yield* [
      name,
      description,
      ...pictures.map(({ alt }) => alt),
      ...specs.map(({ label }) => label),
    ]
  }
  for (const { name, tagline, picture } of categories) yield* [name, tagline, picture.alt]
  for (const { title, subtitle, cta, picture } of carousel) {
    yield* [title, subtitle, cta, picture.alt]
  }
  for (const { name, about } of brands) yield* [name, about]
}

it('has 60 products, 20 in each category, each with its own sku', () => {
  expect(products).toHaveLength(60)
  expect(new Set(products.map(({ sku }) => sku)).size).toBe(60)
  for (const name of CATEGORIES) {
    expect(products.filter(({ category }) => category === name)).toHaveLength(20)
  }
  expect(categories.map(({ category }) => category).toSorted()).toEqual([...CATEGORIES].toSorted())
  const names = new Set(brands.map(({ brand }) => brand))
  for (const { brand } of products) expect(names).toContain(brand)
})

it('has every text in English and in Arabic', () => {
  for (const { en, ar } of texts()) {
    expect(en).toMatch(/\w/)
    expect(en).not.toMatch(/\p{Script=Arabic}/u)
    expect(ar).toMatch(/\p{Script=Arabic}/u)
  }
  for (const { specs } of products) {
    expect(specs.length).toBeGreaterThanOrEqual(4)
    expect(new Set(specs.map(({ key }) => key)).size).toBe(specs.length)
    for (const { value, value_ar, unit, unit_ar } of specs) {
      expect(value).not.toBe('')
      expect(value_ar).not.toBe('')
      // "2 h" may become one word in Arabic, but a number never loses its unit.
      if (unit !== '' && unit_ar === '') expect(value_ar).toMatch(/\p{Script=Arabic}/u)
      if (unit === '') expect(unit_ar).toBe('')
      expect(value_ar + unit_ar).not.toMatch(/[٠-٩]/)
    }
  }
})

it('has valid prices and numbers', () => {
  for (const { price_usd, compare_at_usd, stock, sold } of products) {
    expect(price_usd).toBeGreaterThan(0)
    for (const price of [price_usd, compare_at_usd ?? 0]) {
      expect(Number(price.toFixed(2))).toBe(price)
    }
    if (compare_at_usd !== null) expect(compare_at_usd).toBeGreaterThan(price_usd)
    for (const count of [stock, sold]) expect(Number.isSafeInteger(count) && count >= 0).toBe(true)
  }
})

it('has every file of every picture, within its limit, and no other', () => {
  const wanted = [
    ...square.flatMap(({ key }) => files(key, PICTURE_WIDTHS.square)),
    ...wide.flatMap(({ key }) => files(key, PICTURE_WIDTHS.wide)),
  ]
  expect(new Set(wanted).size).toBe(wanted.length)
  const present = readdirSync(path.join(here, 'pictures'), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.extname(file) !== '')
    .map((file) => file.replaceAll(path.sep, '/'))
  expect(present.toSorted()).toEqual(wanted.toSorted())

  let total = 0
  for (const file of wanted) {
    const size = bytes(file)
    expect(size, file).toBeLessThanOrEqual(file.includes('/1200.') ? 60_000 : 40_000)
    total += size
  }
  expect(total).toBeLessThanOrEqual(12_000_000)
  for (const { key } of [...square, ...wide]) {
    expect(pictureKey(pictureUrl(key, 384, 'webp'))).toBe(key)
  }
})

it('has several pictures of the ten best sellers', () => {
  const best = products.toSorted((a, b) => b.sold - a.sold).slice(0, 10)
  for (const { pictures } of best) expect(pictures.length).toBeGreaterThanOrEqual(2)
  for (const { sku, pictures } of products) {
    expect(pictures[0]?.key).toBe(sku)
    for (const { key } of pictures) expect(key.startsWith(sku)).toBe(true)
  }
})

it('links to existing pages and logos', () => {
  for (const { link } of carousel) {
    const [, category] = /^\/product-by-categroy\/(\w+)$/.exec(link) ?? []
    expect(CATEGORIES).toContain(category)
  }
  for (const { logo } of brands) expect(existsSync(path.join(here, logo)), logo).toBe(true)
})

function files(key: string, widths: readonly number[]): string[] {
  return widths.flatMap((width) => PICTURE_FORMATS.map((format) => `${key}/${width}.${format}`))
}
