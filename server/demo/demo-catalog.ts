/** The parts of demo/catalog.json that a shop stores. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Category } from '#contract/locale.ts'

const FOLDER = join(import.meta.dirname, '../../demo')

export interface Text {
  en: string
  ar: string
}

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
  /** Units that can be ordered now. */
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

export interface DemoCatalog {
  categories: Array<{ category: Category; name: Text; tagline: Text; picture: DemoPicture }>
  products: DemoProduct[]
  carousel: Array<{ title: Text; subtitle: Text; cta: Text; link: string; picture: DemoPicture }>
  brands: Array<{ brand: string; name: Text; logo: string }>
}

export async function readDemoCatalog(): Promise<DemoCatalog> {
  return JSON.parse(await readFile(join(FOLDER, 'catalog.json'), 'utf8')) as DemoCatalog
}

/** Width over height of a logo of the catalogue, from its viewBox. */
export async function readLogoRatio(logo: string): Promise<number> {
  const text = await readFile(join(FOLDER, logo), 'utf8')
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(text) ?? []
  if (!width || !height) throw new Error(`${logo} has no viewBox`)
  return Number(width) / Number(height)
}
