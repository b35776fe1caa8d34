/** Reads a product row by the rules of the product form, with names instead of ids. */
import { ATTRIBUTE_COLUMN, ATTRIBUTE_COLUMN_AR, ProductForm } from '#contract/admin.ts'
import { STOCK_MAX } from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { fromCents } from '#contract/money.ts'
import { readDecimal } from '#contract/read-decimal.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'
import { type ProductValues, readForm, type StoredValue } from '../manage/product-form.ts'
import type { KnownProduct } from '../manage/product-writes.store.ts'
import { formCheck } from './form-check.ts'
import type { ImportedPictures } from './import-pictures.ts'
import { readList, writeList } from './list-cell.ts'
import { folded, keyIn, type Names } from './names.ts'
import { eitherOf, readAmount } from './read-amount.ts'
import { readValue, readYesOrNo, someOf } from './read-cells.ts'
import type { Cell, TableRow } from './read-table.ts'
import { type RowFit, readFits } from './row-fits.ts'
import { type RowPicture, readPictures } from './row-pictures.ts'
import { isCategory } from './tidy-row.ts'

/** A product's data in a row; undefined leaves the product's value unchanged. */
export interface ReadRow {
  values: ProductValues
  /**
   * `named`: the ids of the attributes that have a column; `values`: the row's values for these attributes. The product
   * keeps its values for all other attributes.
   */
  attributes: { named: number[]; values: StoredValue[] } | undefined
  family: number | null | undefined
  pictures: RowPicture[] | undefined
  fits: RowFit[] | undefined
  /** The `fits` cell as an export would write it. */
  fitsCell: string
  fitsOnly: boolean | undefined
  /** The opening stock of a new product, or the change in an existing product's stock. */
  units: number
}

export interface ImportRow extends ReadRow {
  row: number
  /** The product that the row changes; null to create one. */
  id: number | null
  /** The id that a new product keeps; null for the next free id. */
  newId: number | null
}

export interface RowContext {
  columns: ReadonlySet<string>
  /** Whether a point is always the decimal mark. */
  isPoint: boolean
  names: Names
  uploaded: ImportedPictures
  isShipped(key: string): boolean
  /** Whether the shop has a device with this reference, or the upload adds one. */
  isDevice(reference: string): boolean
}

const checkForm = formCheck(ProductForm)

/** @returns null for a row with errors, which are added to `errors`. */
export function readRow(
  { cells }: TableRow,
  target: KnownProduct | null,
  context: RowContext,
  errors: FieldSentences,
): ReadRow | null {
  const cell = (name: string) => cells.get(name) ?? ''
  const values = readValues(cell, target, context, errors)
  const category = cell('category') as Category
  const row = {
    attributes: readAttributes(cell, category, context, errors),
    family: readFamily(cell('family'), category, context, errors),
    pictures: readPictureCell(cell, target, context, errors),
    ...readFitCells(cell, category, context, errors),
    units: readUnits(cell, target, errors),
  }
  checkOptions(row, { category, key: cell('family'), target }, context, errors)
  return values && Object.keys(errors).length === 0 ? { values, ...row } : null
}

const OPTIONAL_TEXTS = ['name_ar', 'description', 'description_ar', 'seller_ar'] as const

/** The error for a cell that names something the shop does not have. */
function unknown(
  id: 'error.cellBrand' | 'error.cellType',
  value: string,
  known: readonly { name: string }[],
) {
  const names = someOf(known.map(({ name }) => name)) || 'none'
  return { id, values: { value: value.slice(0, 60), names } }
}

function readValues(
  text: Cell,
  target: KnownProduct | null,
  { columns, names }: RowContext,
  errors: FieldSentences,
): ProductValues | null {
  const category = text('category')
  const brand = names.brands.get(folded(text('brand')))
  const type = names.subCategories.get(keyIn(category, text('sub_category')))
  if (text('brand') && !brand) {
    errors.brand = [unknown('error.cellBrand', text('brand'), [...names.brands.values()])]
  }
  if (text('sub_category') && !type && isCategory(category)) {
    const known = [...names.subCategories.values()].filter((one) => one.category === category)
    errors.sub_category = [unknown('error.cellType', text('sub_category'), known)]
  }
  const form = {
    // An empty cell leaves the SKU of an existing product unchanged.
    ...(text('sku') && { sku: text('sku') }),
    name: text('name'),
    ...Object.fromEntries(
      OPTIONAL_TEXTS.filter((name) => columns.has(name)).map((name) => [name, text(name)]),
    ),
    category,
    // An empty cell leaves the seller of an existing product unchanged, and makes the shop the seller of a new product.
    ...(text('seller') && { seller: text('seller') }),
    price:
      target && !columns.has('price')
        ? fromCents(target.price_cents)
        : amountOf('price', text, errors),
    ...(columns.has('compare_at_price') && {
      compare_at_price:
        text('compare_at_price') === '' ? null : amountOf('compare_at_price', text, errors),
    }),
    ...(columns.has('specs') && { specs: readSpecs(text('specs'), errors) }),
  }
  if (!isCategory(category)) {
    const values = { value: category.slice(0, 60), names: CATEGORIES.join(', ') }
    errors.category = [{ id: category ? 'error.cellCategory' : 'error.categoryMissing', values }]
  }
  if (!checkForm(form, errors)) return null
  try {
    return {
      ...readForm(form as ProductForm),
      ...(columns.has('brand') && { brand_id: brand?.id ?? null }),
      ...((columns.has('sub_category') || type) && { sub_category_id: type?.id ?? null }),
    }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    Object.assign(errors, { ...error.extras.errors, ...errors })
    return null
  }
}

function amountOf(column: string, cell: Cell, errors: FieldSentences): number | string {
  const { amount, reason } = readAmount(cell(column))
  if (reason) errors[column] = [reason]
  return amount
}

/** Reads specifications, one per line: `key | label | label in Arabic | value | value in Arabic`. */
function readSpecs(cell: string, errors: FieldSentences) {
  return readList(cell).map(
    ([key = '', label = '', label_ar = '', value = '', value_ar = ''], at) => {
      if (!key || !label || !value) {
        errors.specs ??= [{ id: 'error.cellSpec', values: { line: at + 1 } }]
      }
      return { key, label, label_ar, value, value_ar }
    },
  )
}

function readAttributes(
  cell: Cell,
  category: Category,
  { columns, names, isPoint }: RowContext,
  errors: FieldSentences,
): ReadRow['attributes'] {
  const named: number[] = []
  const values: StoredValue[] = []
  for (const column of columns) {
    const isArabic = column.startsWith(ATTRIBUTE_COLUMN_AR)
    if (!isArabic && !column.startsWith(ATTRIBUTE_COLUMN)) continue
    const name = column.slice((isArabic ? ATTRIBUTE_COLUMN_AR : ATTRIBUTE_COLUMN).length)
    const attribute = names.attributes.get(keyIn(category, name))
    const written = cell(column)
    if (attribute && !isArabic) {
      named.push(attribute.id)
      if (written === '') continue
      const arabic = cell(`${ATTRIBUTE_COLUMN_AR}${name}`)
      const read = readValue(attribute, { cell: written, arabic, isPoint })
      if ('value' in read) values.push(read.value)
      else errors[column] = [read.reason]
    } else if (!attribute && written !== '') {
      errors[column] = [{ id: 'error.cellAttribute', values: { name: name.slice(0, 60) } }]
    }
  }
  return named.length > 0
    ? { named, values: values.sort((a, b) => a.attribute - b.attribute) }
    : undefined
}

function readFamily(
  key: string,
  category: Category,
  { columns, names }: RowContext,
  errors: FieldSentences,
): number | null | undefined {
  if (!columns.has('family')) return undefined
  if (key === '') return null
  const family = names.families.get(key)
  if (family?.category === category) return family.id
  errors.family = [{ id: 'error.cellFamily', values: { value: key.slice(0, 60) } }]
  return undefined
}

/** A product in a family must keep the family's category, and a value for each of its options. */
function checkOptions(
  { family, attributes }: Pick<ReadRow, 'family' | 'attributes'>,
  { category, key, target }: { category: Category; key: string; target: KnownProduct | null },
  { names }: RowContext,
  errors: FieldSentences,
): void {
  if (target?.family_id && family !== null && category !== target.category) {
    errors.category ??= ['error.categoryOfFamily']
    return
  }
  const axes = family === undefined ? target?.axes : names.families.get(key)?.axes
  for (const name of axes ?? []) {
    const id = names.attributes.get(keyIn(category, name))?.id
    const has = attributes?.named.some((one) => one === id)
      ? attributes.values.some(({ attribute }) => attribute === id)
      : target?.attributes.some((one) => one === id)
    if (!has)
      errors[`${ATTRIBUTE_COLUMN}${folded(name)}`] ??= [
        { id: 'error.cellOption', values: { name } },
      ]
  }
}

function readPictureCell(
  cell: Cell,
  target: KnownProduct | null,
  { columns, uploaded, isShipped }: RowContext,
  errors: FieldSentences,
): RowPicture[] | undefined {
  if (!columns.has('pictures')) return undefined
  const read = readPictures(cell('pictures'), {
    own: target?.pictures ?? [],
    isShipped,
    uploaded,
    names: { name: cell('name'), name_ar: cell('name_ar') || cell('name') },
  })
  if (Array.isArray(read)) return read
  errors.pictures = [read.reason]
  return undefined
}

function readFitCells(
  cell: Cell,
  category: Category,
  { columns, names, isDevice }: RowContext,
  errors: FieldSentences,
): Pick<ReadRow, 'fits' | 'fitsCell' | 'fitsOnly'> {
  const none = { fits: undefined, fitsCell: '', fitsOnly: undefined }
  if (category !== 'Accessories') {
    for (const field of ['fits', 'fits_only']) {
      if (cell(field) !== '') errors[field] = ['error.fitsOfAccessories']
    }
    return none
  }
  if (!columns.has('fits')) return none
  const fits = readFits(cell('fits'), { names, isDevice })
  const fitsOnly = cell('fits_only') === '' ? false : readYesOrNo(cell('fits_only'))
  if (fitsOnly === null) {
    errors.fits_only = [
      { id: 'error.cellYesNo', values: { value: cell('fits_only').slice(0, 60) } },
    ]
  }
  if (!Array.isArray(fits)) {
    errors.fits = [fits.reason]
    return none
  }
  return { fits, fitsCell: writeList(readList(cell('fits'))), fitsOnly: fitsOnly ?? false }
}

function readUnits(cell: Cell, target: KnownProduct | null, errors: FieldSentences): number {
  const field = target ? 'stock_change' : 'stock'
  const written = cell(field)
  if (written === '') return 0
  const read = readDecimal(written, false)
  if (read && 'whole' in read) errors[field] = [eitherOf(written, read)]
  const units = read && 'number' in read ? read.number : Number.NaN
  if (!Number.isInteger(units) || Math.abs(units) > STOCK_MAX || (!target && units < 0)) {
    errors[field] ??= [{ id: 'error.notUnits', values: { field: { id: `field.${field}` } } }]
  } else if (target && units < -target.available) {
    errors[field] = [{ id: 'error.unitsMissing', values: { available: target.available } }]
  }
  return units
}
