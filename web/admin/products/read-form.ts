/** Converts the product form's fields to the body that the API expects. Pure functions. */
import type { ProductForm } from '#contract/admin/products.ts'
import type { AttributeValueInput } from '#contract/attributes.ts'
import type { Category } from '#contract/locale.ts'
import { numberIn } from '#contract/read-decimal.ts'
import type { FormValues } from '../parts/form-values.ts'

export interface ReadForm extends ProductForm {
  stock: number
  stockNote: string
}

export function readForm(values: FormValues): ReadForm {
  const { text, figure, number, bilingual, isOn } = values
  return {
    sku: text('sku') || null,
    ...bilingual('name'),
    ...bilingual('description'),
    category: text('category') as Category,
    ...bilingual('seller'),
    price: figure('price'),
    compare_at_price: number('compare_at_price'),
    specs: readSpecs(values),
    ...(isOn('has-attributes') && readGroups(values)),
    stock: number('stock') ?? 0,
    stockNote: text('stockNote'),
  }
}

/** The name of an attribute's field: its kind and its id, as in `number-7`. */
const ATTRIBUTE_FIELD = /^(number|boolean|choice|text)-(\d+)$/

function readGroups({
  text,
  number,
  names,
}: FormValues): Pick<ProductForm, 'brand' | 'sub_category' | 'attributes'> {
  return {
    brand: number('brand'),
    sub_category: number('sub_category'),
    attributes: names.flatMap((name): AttributeValueInput[] => {
      const [, kind, id] = ATTRIBUTE_FIELD.exec(name) ?? []
      const value = text(name)
      if (!kind || value === '') return []
      const attribute = Number(id)
      if (kind === 'boolean') return [{ attribute, is_true: value === 'yes' }]
      if (kind !== 'text') return [{ attribute, [kind]: numberIn(value) }]
      return [{ attribute, text: value, text_ar: text(`text-${id}_ar`) || value }]
    }),
  }
}

/** Reads the specifications. A field's name consists of `spec-`, the row's key and the field, as in `spec-3-label`. */
function readSpecs(values: FormValues): NonNullable<ProductForm['specs']> {
  const used = new Set<string>()
  return values.all('spec').map((row) => {
    const text = (field: string) => values.text(`spec-${row}-${field}`)
    const label = text('label')
    const key = freeKey(text('key') || slugOf(label), used)
    used.add(key)
    const [label_ar, value, value_ar] = [text('label_ar'), text('value'), text('value_ar')]
    return { key, label, label_ar, value, value_ar }
  })
}

/** The key for a label: `battery-life` for `Battery life`. A label without Latin letters or digits becomes `spec`. */
function slugOf(label: string): string {
  const slug = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return slug.slice(0, 50) || 'spec'
}

function freeKey(key: string, used: ReadonlySet<string>): string {
  let free = key
  for (let number = 2; used.has(free); number += 1) free = `${key}-${number}`
  return free
}
