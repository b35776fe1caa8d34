/** Converts the product form's fields to the body that the API expects. Pure functions. */
import type { ProductForm } from '#contract/admin/products.ts'
import type { AttributeValueInput } from '#contract/attributes.ts'
import type { Category } from '#contract/locale.ts'
import { valuesOf } from '../parts/form-values.ts'

export interface ReadForm {
  form: ProductForm
  stock: number
  stockNote: string
}

/**
 * The fields of a specification. In the form, their names are prefixed with `spec-` and the row's key, as in
 * `spec-3-label`.
 */
export const SPEC_FIELDS = ['key', 'label', 'label_ar', 'value', 'value_ar'] as const

export function readForm(data: FormData): ReadForm {
  const { text, number, bilingual } = valuesOf(data)
  return {
    form: {
      sku: text('sku') || null,
      ...bilingual('name'),
      ...bilingual('description'),
      category: text('category') as Category,
      ...bilingual('seller'),
      price: Number(text('price')),
      compare_at_price: number('compare_at_price'),
      specs: readSpecs(data),
      ...(data.has('has-attributes') && readGroups(data)),
    },
    stock: Number(text('stock')),
    stockNote: text('stockNote'),
  }
}

/** The name of an attribute's field: its kind and its id, as in `number-7`. */
const ATTRIBUTE_FIELD = /^(number|boolean|choice|text)-(\d+)$/

function readGroups(data: FormData): Pick<ProductForm, 'brand' | 'sub_category' | 'attributes'> {
  const { text, number } = valuesOf(data)
  return {
    brand: number('brand'),
    sub_category: number('sub_category'),
    attributes: [...data.keys()].flatMap((name): AttributeValueInput[] => {
      const [, kind, id] = ATTRIBUTE_FIELD.exec(name) ?? []
      const value = text(name)
      if (!kind || value === '') return []
      const attribute = Number(id)
      if (kind === 'boolean') return [{ attribute, is_true: value === 'yes' }]
      if (kind !== 'text') return [{ attribute, [kind]: Number(value) }]
      return [{ attribute, text: value, text_ar: text(`text-${id}_ar`) || value }]
    }),
  }
}

function readSpecs(data: FormData): NonNullable<ProductForm['specs']> {
  const rows = data.getAll('spec').map(String)
  const used = new Set<string>()
  return rows.map((row) => {
    const text = (field: (typeof SPEC_FIELDS)[number]) =>
      String(data.get(`spec-${row}-${field}`) ?? '').trim()
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
