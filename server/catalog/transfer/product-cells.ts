import { ATTRIBUTE_COLUMN, ATTRIBUTE_COLUMN_AR, PRODUCT_COLUMNS } from '#contract/admin.ts'
import { fromCents } from '#contract/money.ts'
import type { ExportedFit, ExportedValue, ExportRow } from './export.store.ts'
import { writeList, writeWholeList } from './list-cell.ts'
import type { NamedAttribute } from './names.store.ts'
import { folded, type KeyOfFamily } from './names.ts'
import { isMarkup, toMarkup } from './plain-text.ts'

type Cell = string | number

/**
 * The table's heading: attributes with the same name share a column, even in different categories.
 * @param attributes the attributes of all categories, in column order.
 */
export function columnsOf(attributes: readonly NamedAttribute[]): string[] {
  const columns = new Map<string, string[]>()
  for (const { name, kind } of attributes) {
    const key = folded(name)
    const own = columns.get(key) ?? [`${ATTRIBUTE_COLUMN}${name}`]
    if (kind === 'text' && own.length === 1) own.push(`${ATTRIBUTE_COLUMN_AR}${name}`)
    columns.set(key, own)
  }
  return [...PRODUCT_COLUMNS, ...[...columns.values()].flat()]
}

export function cellsOf(row: ExportRow, columns: readonly string[], keyOf: KeyOfFamily): Cell[] {
  const cells = new Map<string, Cell | null>(Object.entries(ownCells(row, keyOf)))
  for (const value of row.attributes) {
    cells.set(folded(`${ATTRIBUTE_COLUMN}${value.name}`), toCell(value))
    if (value.kind === 'text') {
      cells.set(folded(`${ATTRIBUTE_COLUMN_AR}${value.name}`), value.text_ar)
    }
  }
  return columns.map((column) => {
    const cell = cells.get(folded(column)) ?? ''
    return typeof cell === 'string' && isMarkup(column) ? toMarkup(cell) : cell
  })
}

function ownCells(
  { price_cents, compare_at_cents, family, ...row }: ExportRow,
  keyOf: KeyOfFamily,
): Record<(typeof PRODUCT_COLUMNS)[number], Cell | null> {
  return {
    ...row,
    price: fromCents(price_cents),
    compare_at_price: compare_at_cents === null ? null : fromCents(compare_at_cents),
    stock_change: null,
    family: family && keyOf(family),
    specs: writeList(
      row.specs.map((one) => [one.key, one.label, one.label_ar, one.value, one.value_ar]),
    ),
    // Keeps empty picture descriptions, since an import replaces a missing one with the product's name.
    pictures: writeWholeList(
      row.pictures.map(({ key, alt, alt_ar }) => [fileOf(key), alt, alt_ar]),
    ),
    fits: fitsCell(row.fits, keyOf),
    fits_only: row.category === 'Accessories' ? yesOrNo(row.fits_only) : null,
  }
}

/** The file name of a picture in a ZIP. */
export const fileOf = (key: string): string => `${key}.webp`

export const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no')

function toCell({ number, is_true, choice, text }: ExportedValue): Cell | null {
  return is_true === null ? (number ?? choice ?? text) : yesOrNo(is_true)
}

/**
 * What an accessory fits, as a list of entries such as `product | SKU`, `family | Orvane One` and `rule | Phones |
 * Charging port | USB-C`.
 */
export function fitsCell(fits: readonly ExportedFit[], keyOf: KeyOfFamily): string {
  return writeList(
    fits.map(({ device, family, conditions }) => {
      if (device) return ['product', device.sku ?? `#${device.id}`]
      if (family) return ['family', keyOf(family)]
      const pairs = conditions.flatMap((one) => [one.attribute, conditionValue(one)])
      return ['rule', conditions[0]?.category ?? '', ...pairs]
    }),
  )
}

function conditionValue({ choice, is_true, min, max }: ExportedFit['conditions'][number]): string {
  if (choice !== null) return choice
  if (is_true !== null) return yesOrNo(is_true)
  return `${min ?? ''}..${max ?? ''}`
}
