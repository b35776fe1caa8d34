/** The parts of demo/catalog.json that a shop stores. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Category } from '#contract/locale.ts'
import { ROOT } from '../platform/root.ts'

const FOLDER = join(ROOT, 'demo')

export interface Text {
  en: string
  ar: string
}

/**
 * The number of products with ninety days of history. The others are further colors and sizes of these products, and
 * their accessories: never new, sold or rated, so that no list shows the same phone four times.
 */
export const MAIN_PRODUCTS = 60

interface DemoPicture {
  key: string
  alt: Text
}

export interface DemoProduct {
  sku: string
  category: Category
  brand: string
  name: Text
  description: Text
  price_usd: number
  compare_at_usd: number | null
  /** Units available to order. */
  stock: number
  /** Popularity relative to the other products, not a number of sales. */
  sold: number
  specs: Array<{
    key: string
    label: Text
    value: string
    unit: string
    value_ar: string
    unit_ar: string
  }>
  pictures: DemoPicture[]
}

export interface DemoAttribute {
  category: Category
  name: Text
  kind: 'number' | 'choice'
  /** The unit of the attribute's values; specifications in other units remain specifications. */
  unit: Text
  /** The key of the specification that becomes the attribute. */
  spec: string
}

/** Products that differ only in `axes`, the keys of specifications that become attributes. */
export interface DemoFamily {
  name: Text
  axes: string[]
  /** The SKUs of the products. */
  products: string[]
}

/** What an accessory fits: devices by SKU, families by English name, and rules. */
export interface DemoFit {
  sku: string
  devices: string[]
  families: string[]
  /** Each rule is one condition: an attribute, identified by its specification's key, and its value or minimum. */
  rules: Array<{ category: Category; attribute: string; value?: string; min?: number }>
  /** Whether the accessory fits no other device. */
  fits_only: boolean
}

export interface DemoCatalog {
  categories: Array<{ category: Category; name: Text; tagline: Text; picture: DemoPicture }>
  /** The main 60 first, then their variants and accessories. */
  products: DemoProduct[]
  sub_categories: Array<{ category: Category; name: Text; products: string[] }>
  attributes: DemoAttribute[]
  /** Swatch colors as #rrggbb, by the English name of the color. */
  swatches: Record<string, string>
  families: DemoFamily[]
  fits: DemoFit[]
  carousel: Array<{ title: Text; subtitle: Text; cta: Text; link: string; picture: DemoPicture }>
  /** `logo_ratio` is the logo's width / height. */
  brands: Array<{ brand: string; name: Text; logo: string; logo_ratio: number }>
}

export async function readDemoCatalog(): Promise<DemoCatalog> {
  return JSON.parse(await readFile(join(FOLDER, 'catalog.json'), 'utf8')) as DemoCatalog
}
