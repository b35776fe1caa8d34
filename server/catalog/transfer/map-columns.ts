/** Maps a file's columns by the shop's own names, by other shops' names, or as staff chose. */
import {
  FOREIGN_COLUMNS,
  type ImportColumn,
  type ImportMapping,
  OPTION_COLUMN,
  PRODUCT_COLUMNS,
} from '#contract/admin.ts'
import { LOCALE_CODES } from '#contract/locale.ts'
import { QUOTED } from '../../platform/csv.ts'
import { translate } from '../../platform/words/translate.ts'
import { googleMerchant } from './sources/google-merchant.ts'
import { shopify } from './sources/shopify.ts'
import type { Source } from './sources/source.ts'
import { woocommerce } from './sources/woocommerce.ts'

const SOURCES: readonly Source[] = [shopify, woocommerce, googleMerchant]

/** The columns that a table may have; names in lowercase. */
export interface Naming {
  required: readonly string[]
  isKnown(name: string): boolean
  /** Whether the file may come from another shop. */
  isMapped?: boolean
}

export interface Heading {
  /** The column at each position; empty for an ignored column. */
  columns: readonly string[]
  /** Columns that are unknown or ignored on purpose, in lowercase. */
  unknown: readonly string[]
  /**
   * Required columns that the file lacks. If the file may come from another shop, `category` is left out, since staff
   * may choose one category for all rows instead.
   */
  absent: readonly string[]
  source: Source | null
  /** Whether the columns are another shop's, or were chosen by staff. */
  isForeign: boolean
}

export function readHeading(
  record: readonly string[],
  naming: Naming,
  mapping: ImportMapping | null,
): Heading {
  const own = record.map((heading) => ownColumn(heading, naming))
  const absent = (columns: readonly string[]) =>
    isUpdate(columns, naming)
      ? []
      : naming.required.filter(
          (name) => !columns.includes(name) && !(name === 'category' && mapping?.category),
        )
  const refused = (columns: readonly string[]) =>
    absent(columns).filter((name) => name !== 'category')
  const unknown = own.filter((name) => name !== '' && !naming.isKnown(name))
  const known = own.map((name) => (naming.isKnown(name) ? name : ''))
  const asItIs = { columns: known, unknown, absent: absent(own), source: null, isForeign: false }
  if (!naming.isMapped) return asItIs
  const has = new Set(record.map(foreignName))
  const source = SOURCES.find(({ isIt }) => isIt((name) => has.has(name))) ?? null
  if (mapping?.columns) {
    const chosen = record.map((_, at) => mapping.columns?.[at] ?? '')
    const columns = chosen.map((name) => (isReadable(name, naming) ? lowered(name) : ''))
    return { columns, unknown: [], absent: refused(columns), source, isForeign: true }
  }
  if (!source && asItIs.absent.length === 0) return asItIs
  const columns = source ? guessed(record, source.columns) : completed(own, record, naming)
  const left = own.filter((name, at) => name !== '' && columns[at] === '')
  return { columns, unknown: source ? [] : left, absent: refused(columns), source, isForeign: true }
}

/**
 * Whether a table may lack required columns because it can only change known products, like a price list: it has SKUs
 * and no unknown columns.
 */
function isUpdate(columns: readonly string[], { isKnown, isMapped = false }: Naming): boolean {
  return (
    isMapped && columns.includes('sku') && columns.every((name) => name === '' || isKnown(name))
  )
}

/** Maps headings to the columns of a format, by position; unknown headings get an empty string. */
function guessed(record: readonly string[], known: Source['columns']): string[] {
  const headings = record.map(foreignName)
  const at = new Map<string, number>()
  for (const [heading, column] of Object.entries(known)) {
    const position = headings.indexOf(heading)
    if (position >= 0 && !at.has(column)) at.set(column, position)
  }
  const columns = record.map(() => '')
  for (const [column, position] of at) columns[position] = lowered(column)
  return columns
}

/**
 * The shop's own columns but `id`, and `sale_price`, keyed by their headings in any of the formats and by their names on
 * screen.
 */
const knownHeadings = () =>
  Object.fromEntries([
    ...SOURCES.flatMap(({ columns }) => Object.entries(columns))
      .filter(([, column]) => [...PRODUCT_COLUMNS, 'sale_price'].includes(column))
      .reverse(),
    ...LOCALE_CODES.flatMap((locale) =>
      PRODUCT_COLUMNS.filter((column) => column !== 'id').map((column) => [
        foreignName(translate(locale, `admin.column.${column}`)),
        column,
      ]),
    ),
  ])

/**
 * Maps headings from other shops to columns that are still missing. Ids are left out, since they are not this shop's.
 */
function completed(own: readonly string[], record: readonly string[], naming: Naming): string[] {
  const known = own.map((name) => (naming.isKnown(name) && name !== 'id' ? name : ''))
  return guessed(record, knownHeadings()).map((column, at) =>
    known[at] || known.includes(column) ? (known[at] ?? '') : column,
  )
}

const FOREIGN: ReadonlySet<string> = new Set(FOREIGN_COLUMNS)

function isReadable(name: string, { isKnown }: Naming): boolean {
  return isKnown(name.toLowerCase()) || FOREIGN.has(name) || /^option(_name)?\../.test(name)
}

/** The column's name in lowercase, except for an option, which keeps its spelling. */
const lowered = (name: string): string =>
  name.startsWith(OPTION_COLUMN) ? name : name.toLowerCase()

export function describeColumns(
  record: readonly string[],
  { columns }: Heading,
  samples: readonly string[],
): ImportColumn[] {
  return record.map((heading, at) => ({
    heading: fromCell(heading).slice(0, 100),
    sample: samples[at] ?? '',
    column: columns[at] || null,
  }))
}

/**
 * The shop's column for a heading, such as `compare_at_price` for "Compare at price"; any other heading in lowercase.
 */
function ownColumn(heading: string, { isKnown }: Naming): string {
  const name = fromCell(heading).toLowerCase()
  const code = name.replace(/[\s-]+/g, '_')
  return isKnown(code) && !isKnown(name) ? code : name
}

const foreignName = (heading: string): string =>
  fromCell(heading)
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/** A cell's content, without the apostrophe that exports add to prevent formulas. */
export function fromCell(cell = ''): string {
  // PostgreSQL cannot store NUL characters.
  const text = cell.replaceAll('\0', '').trim()
  return text.startsWith("'") && QUOTED.test(text.slice(1)) ? text.slice(1) : text
}
