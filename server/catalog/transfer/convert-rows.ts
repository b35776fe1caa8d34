/**
 * Converts rows from other shops' formats to the shop's own format: variants become families, and missing brands,
 * subcategories and attributes are defined.
 */
import { setImmediate } from 'node:timers/promises'
import { type CatalogTable, type ImportMapping, OPTION_COLUMN } from '#contract/admin.ts'
import { IMPORT_WORDS_MAX, PICTURES_MAX } from '#contract/limits.ts'
import { rowsOfDefinitions } from './foreign-definitions.ts'
import { fileNameOf } from './import-pictures.ts'
import { HEADING } from './import-problems.ts'
import { writeList } from './list-cell.ts'
import type { Names } from './names.ts'
import { readAmount } from './read-amount.ts'
import type { Table, TableRow } from './read-table.ts'
import { isOnSale } from './sale-dates.ts'
import { isCategory, tidyCategory } from './tidy-row.ts'
import { PRODUCTS_SHAPE } from './validate-import.ts'
import { type Family, familyOf } from './variant-groups.ts'

export interface ConvertParts {
  names: Names
  mapping: ImportMapping | null
  hasPicture(name: string): boolean
  zone: string
}

export interface Converted {
  products: Table
  /** Rows defining what the products refer to but the shop lacks. */
  definitions: ReadonlyMap<CatalogTable, TableRow[]>
  /** Category names in the file that the shop lacks, including names that staff have mapped. */
  categoryWords: string[]
}

type Cells = TableRow['cells']

/** How many groups of rows to convert before letting other requests run. */
const GROUPS_PER_TURN = 200

export async function convertRows(table: Table, parts: ConvertParts): Promise<Converted> {
  const words = new Set<string>()
  const notes = { drafts: 0, addresses: 0, sales: 0 }
  const now = new Date()
  const rows: TableRow[] = []
  const families: Family[] = []
  const namesakes = new Map<string, number>()
  const groups = [...groupsOf(table.rows)]
  for (const [index, group] of groups.entries()) {
    if (index % GROUPS_PER_TURN === 0) await setImmediate()
    inherit(group)
    for (const { cells } of group) chooseCategory(cells, parts, words)
    notes.drafts += group.filter((row) => isDraft(row.cells) && isProduct(row)).length
    const shown = group.filter(({ cells }) => !isDraft(cells))
    notes.addresses += namePictures(shown, parts)
    const products = shown.filter(isProduct)
    const family = familyOf({ group, head: headOf(group) }, products, namesakes)
    if (family) families.push(family)
    if (table.isForeign) {
      notes.sales += products.filter(({ cells }) => leavesSale(cells, now, parts.zone)).length
      for (const { cells } of products) priceOnSale(cells)
    }
    rows.push(...products)
  }
  const definitions = table.isForeign ? rowsOfDefinitions(rows, families, parts.names) : new Map()
  for (const { cells } of rows) {
    for (const name of cells.keys()) if (!PRODUCTS_SHAPE.isKnown(name)) cells.delete(name)
  }
  const found = rows.flatMap(({ cells }) => [...cells.keys()])
  const mapped = [...table.columns].filter(PRODUCTS_SHAPE.isKnown)
  return {
    products: {
      ...table,
      rows: rows.sort((a, b) => a.row - b.row),
      columns: new Set([...mapped, ...found]),
      notes: notesOf(notes),
    },
    definitions,
    categoryWords: [...words].slice(0, IMPORT_WORDS_MAX),
  }
}

function notesOf({
  drafts,
  addresses,
  sales,
}: Record<'drafts' | 'addresses' | 'sales', number>): Table['notes'] {
  const notes = [
    { field: 'status', id: 'error.importDrafts', count: drafts },
    { field: 'pictures', id: 'error.importAddresses', count: addresses },
    { field: 'sale_price', id: 'error.importSales', count: sales },
  ] as const
  return notes
    .filter(({ count }) => count > 0)
    .map(({ field, id, count }) => ({ row: HEADING, field, sentence: { id, values: { count } } }))
}

/** Groups the rows by product, in the order of their first rows. */
function* groupsOf(rows: readonly TableRow[]): Generator<TableRow[]> {
  const groups = new Map<string, TableRow[]>()
  for (const row of rows) {
    const key = row.cells.get('group')
    const name = key === undefined ? `row ${row.row}` : `group ${key}`
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  yield* groups.values()
}

const INHERITED = [
  'name',
  'name_ar',
  'description',
  'description_ar',
  'category',
  'sub_category',
  'brand',
  'seller',
  'seller_ar',
  'status',
]

/**
 * Fills empty fields from the group's parent row or, if it has none, from its first row with a name. If that row is a
 * draft, all rows become drafts.
 */
function inherit(group: readonly TableRow[]): void {
  const first = headOf(group)
  for (const { cells } of group) {
    for (const name of INHERITED) {
      const text = first?.get(name)
      if (text !== undefined && !cells.has(name)) cells.set(name, text)
    }
    if (first && isDraft(first)) cells.set('status', 'draft')
  }
}

const headOf = (group: readonly TableRow[]): Cells | undefined =>
  (
    group.find(({ cells }) => cells.has('is_parent')) ??
    group.find(({ cells }) => cells.has('name'))
  )?.cells

function chooseCategory(cells: Cells, { mapping, names }: ConvertParts, words: Set<string>): void {
  if (!isCategory(cells.get('category') ?? '')) tidyCategory(cells, names.categories)
  const word = cells.get('category') ?? ''
  if (isCategory(word)) return
  if (word) words.add(word)
  const { category, categories = {} } = mapping ?? {}
  const chosen = Object.hasOwn(categories, word) ? categories[word] : category
  if (chosen) cells.set('category', chosen)
}

const HIDDEN: ReadonlySet<string> = new Set(['draft', 'archived', 'unlisted', '0', '-1', 'false'])

const isDraft = (cells: Cells): boolean => HIDDEN.has((cells.get('status') ?? '').toLowerCase())

/** Whether the row is a product: a parent row is not, and neither is a row that only adds a picture. */
function isProduct({ cells }: TableRow): boolean {
  if (cells.has('is_parent')) return false
  return !cells.has('group') || cells.has('price') || cells.has('sku') || hasOption(cells)
}

const hasOption = (cells: Cells) => [...cells.keys()].some((name) => name.startsWith(OPTION_COLUMN))

/**
 * Sets each row's `pictures` to those files of the row and its group that are in the ZIP.
 * @returns the number of pictures missing from the ZIP; they are not fetched from their URLs.
 */
function namePictures(group: readonly TableRow[], { hasPicture }: ConvertParts): number {
  const filesOf = (cells: Cells, column: string) =>
    (cells.get(column) ?? '').split(/[,\n]/).map(fileOfAddress).filter(Boolean)
  const shared = group.flatMap(({ cells }) => filesOf(cells, 'picture_files'))
  const missing = new Set<string>()
  for (const { cells } of group) {
    const all = [...new Set([...filesOf(cells, 'own_picture'), ...shared])]
    const there = all.filter(hasPicture)
    for (const name of all) if (!hasPicture(name)) missing.add(name)
    if (there.length > 0) {
      cells.set('pictures', writeList(there.slice(0, PICTURES_MAX).map((name) => [name])))
    }
  }
  return missing.size
}

/** The file name at the end of a URL, to look up in a ZIP. */
const fileOfAddress = (address: string): string => fileNameOf(address.trim().replace(/[?#].*$/, ''))

/** Removes a sale price that is not currently valid. @returns whether a price was removed. */
function leavesSale(cells: Cells, now: Date, zone: string): boolean {
  if (!cells.has('sale_price')) return false
  const dates = { from: cells.get('sale_from'), to: cells.get('sale_to') }
  return !isOnSale(dates, now, zone) && cells.delete('sale_price')
}

/** Makes a sale price the price, and the price the compare-at price; removes a compare-at price that is not higher. */
function priceOnSale(cells: Cells): void {
  const sale = cells.get('sale_price')
  const price = cells.get('price')
  if (sale && price) {
    cells.set('compare_at_price', price)
    cells.set('price', sale)
  }
  const [now, before] = ['price', 'compare_at_price'].map(
    (name) => readAmount(cells.get(name) ?? '').amount,
  )
  if (typeof now === 'number' && typeof before === 'number' && before <= now) {
    cells.delete('compare_at_price')
  }
}
