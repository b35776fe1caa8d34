import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { CATEGORIES } from '#contract/locale.ts'
import { PICTURE_FORMATS, PICTURE_WIDTHS, pictureKey, pictureUrl } from '#contract/pictures.ts'
import type { DemoFit } from '#server/demo/demo-catalog.ts'
import catalog from './catalog.json' with { type: 'json' }
import mainProducts from './main-products.json' with { type: 'json' }

interface Text {
  en: string
  ar: string
}

type Rule = Omit<DemoFit['rules'][number], 'category'> & { category: string }

const { products, categories, carousel, brands, families, sub_categories, attributes } = catalog
const fits: Array<Omit<DemoFit, 'rules'> & { rules: Rule[] }> = catalog.fits
const main = products.slice(0, 60)
const here = import.meta.dirname
const bytes = (file: string) => statSync(path.join(here, 'pictures', file)).size

/** The products' pictures, keyed by `key`, because a product's colors and sizes share pictures. */
const square = new Map(
  products.flatMap(({ pictures }) => pictures).map((picture) => [picture.key, picture]),
)
const wide = [...categories, ...carousel].map(({ picture }) => picture)

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
  for (const { name } of [...families, ...sub_categories, ...attributes]) yield name
}

it('begins with its 60 products, 20 in each category, as they have always been', () => {
  expect(
    main.map(({ sku, name, price_usd }) => ({ sku, name: name.en, name_ar: name.ar, price_usd })),
  ).toEqual(mainProducts)
  for (const name of CATEGORIES) {
    expect(main.filter(({ category }) => category === name)).toHaveLength(20)
  }
})

it('has products of known categories and brands, each with its own sku', () => {
  expect(new Set(products.map(({ sku }) => sku)).size).toBe(products.length)
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
      // "2 h" may be a single Arabic word, but a number must keep its unit.
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
    ...[...square.keys()].flatMap((key) => files(key, PICTURE_WIDTHS.square)),
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
  for (const key of [...square.keys(), ...wide.map((picture) => picture.key)]) {
    expect(pictureKey(pictureUrl(key, 384, 'webp'))).toBe(key)
  }
})

it('has several pictures of the ten best sellers', () => {
  const best = products.toSorted((a, b) => b.sold - a.sold).slice(0, 10)
  for (const { pictures } of best) expect(pictures.length).toBeGreaterThanOrEqual(2)
  for (const { sku, pictures } of main) {
    expect(pictures[0]?.key).toBe(sku)
    for (const { key } of pictures) expect(key.startsWith(sku)).toBe(true)
  }
})

it('says of every accessory what it fits, and has three families of two axes', () => {
  const accessories = products.filter(({ category }) => category === 'Accessories')
  expect(fits.map(({ sku }) => sku).toSorted()).toEqual(
    accessories.map(({ sku }) => sku).toSorted(),
  )
  expect(families.filter(({ axes }) => axes.length === 2)).toHaveLength(3)
})

it('has accessories that fit existing devices, families, and rules that something meets', () => {
  const names = families.map(({ name }) => name.en)
  for (const fit of fits) {
    expect(productOf(fit.sku).category).toBe('Accessories')
    expect(fit.devices.length + fit.families.length + fit.rules.length).toBeGreaterThan(0)
    for (const sku of fit.devices) expect(productOf(sku).category).not.toBe('Accessories')
    for (const name of fit.families) expect(names).toContain(name)
    for (const { category, attribute, value, min } of fit.rules) {
      expect(
        products.filter(
          (product) =>
            product.category === category &&
            product.specs.some(
              (spec) =>
                spec.key === attribute && (min ? Number(spec.value) >= min : spec.value === value),
            ),
        ),
      ).not.toHaveLength(0)
    }
  }
  expect(fits.filter(({ fits_only }) => fits_only)).not.toHaveLength(0)
})

it('links to existing pages and logos', () => {
  for (const { link } of carousel) {
    const [, category] = /^\/product-by-categroy\/(\w+)$/.exec(link) ?? []
    expect(CATEGORIES).toContain(category)
  }
  for (const { logo, logo_ratio } of brands) {
    const [, width, height] =
      /viewBox="0 0 (\d+) (\d+)"/.exec(readFileSync(path.join(here, logo), 'utf8')) ?? []
    expect(logo_ratio, logo).toBe(Number(width) / Number(height))
  }
})

function files(key: string, widths: readonly number[]): string[] {
  return widths.flatMap((width) => PICTURE_FORMATS.map((format) => `${key}/${width}.${format}`))
}

function productOf(sku: string) {
  const product = products.find((one) => one.sku === sku)
  if (!product) throw new Error(`the catalog has no ${sku}`)
  return product
}
