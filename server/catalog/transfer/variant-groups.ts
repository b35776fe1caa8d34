/** Builds families from the variants of another shop's products. */
import { ATTRIBUTE_COLUMN, OPTION_COLUMN } from '#contract/admin.ts'
import { FAMILY_AXES_MAX } from '#contract/limits.ts'
import { familyKey } from './names.ts'
import type { TableRow } from './read-table.ts'
import { isCategory } from './tidy-row.ts'

export interface Family {
  row: number
  key: string
  category: string
  name: string
  name_ar: string
  axes: string[]
}

/**
 * Puts a product's variants into a family, and adds their options to their names.
 * @param group the product's rows; `products` are its variants.
 * @param namesakes the number of families so far, keyed by name; updated here.
 * @returns null if there is no `head`, or if there are fewer than two variants, no category of the shop, or no option
 * that differs between variants.
 */
export function familyOf(
  { group, head }: { group: readonly TableRow[]; head: TableRow['cells'] | undefined },
  products: readonly TableRow[],
  namesakes: Map<string, number>,
): Family | null {
  const [first] = products
  if (!head || !first || products.length < 2) return null
  const axes = axesOf(products, (at) =>
    group.map(({ cells }) => cells.get(`option_name.${at}`)).find(Boolean),
  )
  const name = head.get('name') ?? ''
  const category = first.cells.get('category') ?? ''
  if (axes.length === 0 || !isCategory(category)) return null
  const nth = (namesakes.get(name) ?? 0) + 1
  namesakes.set(name, nth)
  const family = { row: first.row, key: familyKey(name, nth), category, name }
  const nameAr = head.get('name_ar') ?? ''
  for (const { cells } of products) {
    const values = axes.map(({ column }) => cells.get(column) ?? '')
    for (const [field, text] of [
      ['name', name],
      ['name_ar', nameAr],
    ] as const) {
      if (text && cells.get(field) === text) cells.set(field, [text, ...values].join(' '))
    }
    for (const [at, axis] of axes.entries()) cells.set(axis.attribute, values[at] ?? '')
    cells.set('family', family.key)
  }
  return { ...family, name_ar: nameAr, axes: axes.map((axis) => axis.name) }
}

interface Axis {
  column: string
  name: string
  /** The attribute's column in the shop's own format. */
  attribute: string
}

/** The options that every variant has and whose values differ between variants. */
function axesOf(products: readonly TableRow[], nameAt: (at: string) => string | undefined): Axis[] {
  const columns = new Set(
    products.flatMap(({ cells }) =>
      [...cells.keys()].filter((one) => one.startsWith(OPTION_COLUMN)),
    ),
  )
  return [...columns]
    .filter((column) => {
      const values = products.map(({ cells }) => cells.get(column))
      return !values.includes(undefined) && new Set(values).size > 1
    })
    .slice(0, FAMILY_AXES_MAX)
    .map((column) => {
      const at = column.slice(OPTION_COLUMN.length)
      const name = nameAt(at) ?? at
      return { column, name, attribute: `${ATTRIBUTE_COLUMN}${name.toLowerCase()}` }
    })
}
