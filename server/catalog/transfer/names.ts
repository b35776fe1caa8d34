/** The names by which imported and exported tables refer to brands, subcategories, attributes and families. */
import type { BrandForm, SubCategoryForm } from '#contract/admin.ts'
import type { Category } from '#contract/locale.ts'
import type { Handle } from '../../platform/db/database.ts'
import { foldArabic } from '../../platform/words/arabic.ts'
import { findBrands, findSubCategories } from '../groups/groups.store.ts'
import * as store from './names.store.ts'
import type { Cell } from './read-table.ts'

/** Normalizes a name for comparisons, which ignore case, as in the database. */
export const folded = (name: string): string => name.trim().toLowerCase()

/** Normalizes a name for loose comparisons, which ignore case, plural, hamza and the article. */
export const looseKey = (name: string): string =>
  foldArabic(folded(name)).replace(/^ال/, '').replace(/s$/, '')

/** What rows can refer to; negative ids stand for what the same upload will add. */
export interface Names {
  /** Keyed by the `looseKey` of the names that staff gave the categories. */
  categories: ReadonlyMap<string, Category>
  brands: Map<string, BrandForm & { id: number }>
  /** Keyed by category and name; see `keyIn`. */
  subCategories: Map<string, SubCategoryForm & { id: number }>
  attributes: Map<string, store.NamedAttribute>
  /** Keyed by `familyKey`, in its exact spelling. */
  families: Map<string, store.NamedFamily>
}

/** The names in a row. An empty Arabic name becomes the shop's Arabic name, if any, otherwise the English name. */
export function namesIn(cell: Cell, known: { name_ar: string } | undefined) {
  const name = cell('name')
  return { name, name_ar: cell('name_ar') || known?.name_ar || name }
}

/** The key of an entry whose name is unique within its category. */
export const keyIn = (category: string, name: string): string =>
  `${folded(category)}\n${folded(name)}`

/** @param families the keys of the families to look up, since a shop can have very many families. */
export async function findNames(db: Handle, families: readonly string[]): Promise<Names> {
  const names = [...new Set(families.map((key) => nameOfKey(key).name))]
  const known = names.length > 0 ? await store.findFamiliesNamed(db, names) : []
  return {
    categories: new Map(
      (await store.findCategoryNames(db)).map((one) => [looseKey(one.name), one.category]),
    ),
    brands: new Map((await findBrands(db)).map((one) => [folded(one.name), one])),
    subCategories: byName(await findSubCategories(db)),
    attributes: byName(await store.findAttributes(db)),
    families: new Map(known.map((one) => [familyKey(one.name, one.nth), one])),
  }
}

function byName<Row extends { category: Category; name: string }>(rows: readonly Row[]) {
  return new Map(rows.map((row) => [keyIn(row.category, row.name), row]))
}

/** The key of a family in tables, since names are not unique: the second "Orvane One" is "Orvane One #2". */
export function familyKey(name: string, nth: number): string {
  // Without `#1`, a family named `Case #2` would have the key of the second family named `Case`.
  return nth === 1 && !/ #\d+$/.test(name) ? name : `${name} #${nth}`
}

export type KeyOfFamily = (family: { id: number; name: string }) => string

export async function findKeyOfFamily(db: Handle): Promise<KeyOfFamily> {
  const namesakes = new Map((await store.findNamesakes(db)).map(({ id, nth }) => [id, nth]))
  return ({ id, name }) => familyKey(name, namesakes.get(id) ?? 1)
}

export function nameOfKey(key: string): { name: string; nth: number } {
  const [, name = key, nth = '1'] = /^(.*) #(\d{1,9})$/s.exec(key) ?? []
  return { name, nth: Number(nth) }
}
