/** Converts the product form's fields into the server's format. Pure functions. */
import type { ProductForm } from '#contract/admin/products.ts'
import type { Category } from '#contract/locale.ts'

export interface ReadForm {
  form: ProductForm
  stock: number
  stockNote: string
}

/** Fields of one specification; each name is prefixed with the number of its row. */
export const SPEC_FIELDS = ['key', 'label', 'label_ar', 'value', 'value_ar'] as const

export function readForm(data: FormData): ReadForm {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    form: {
      sku: text('sku') || null,
      name: text('name'),
      name_ar: text('name_ar'),
      description: text('description'),
      description_ar: text('description_ar'),
      category: text('category') as Category,
      seller: text('seller'),
      seller_ar: text('seller_ar'),
      price: Number(text('price')),
      compare_at_price: text('compare_at_price') ? Number(text('compare_at_price')) : null,
      specs: readSpecs(data),
    },
    stock: Number(text('stock')),
    stockNote: text('stockNote'),
  }
}

function readSpecs(data: FormData): NonNullable<ProductForm['specs']> {
  const rows = data.getAll('spec').map(String)
  const used = new Set<string>()
  return rows.map((row) => {
    const text = (field: (typeof SPEC_FIELDS)[number]) =>
      String(data.get(`spec-${row}-${field}`) ?? '').trim()
    const [label, label_ar, value, value_ar] = (
      ['label', 'label_ar', 'value', 'value_ar'] as const
    ).map(text)
    const key = freeKey(text('key') || slugOf(label ?? ''), used)
    used.add(key)
    return {
      key,
      label: label ?? '',
      label_ar: label_ar || (label ?? ''),
      value: value ?? '',
      value_ar: value_ar || (value ?? ''),
    }
  })
}

/** `Battery life` becomes `battery-life`; a label in another script has no usable letters. */
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
