/** The brands, subcategories, attributes and families that rows from another shop refer to. */
import { ATTRIBUTE_COLUMN, type CatalogTable } from '#contract/admin.ts'
import { writeList } from './list-cell.ts'
import type { NamedAttribute } from './names.store.ts'
import { folded, keyIn, type Names } from './names.ts'
import { yesOrNo } from './product-cells.ts'
import { choiceOf } from './read-cells.ts'
import type { TableRow } from './read-table.ts'
import { isCategory } from './tidy-row.ts'
import type { Family } from './variant-groups.ts'

/**
 * Rows that define `families` and what they and `rows` refer to, keyed by table in a catalog's ZIP.
 * @param names what the shop has: brands, subcategories and attributes that it lacks get a row, and so do attributes
 * that lack a choice.
 */
export function rowsOfDefinitions(
  rows: readonly TableRow[],
  families: readonly Family[],
  names: Names,
): Map<CatalogTable, TableRow[]> {
  const brands = new Map<string, TableRow>()
  const types = new Map<string, TableRow>()
  for (const { row, cells } of rows) {
    const brand = cells.get('brand')
    const category = cells.get('category') ?? ''
    const type = cells.get('sub_category')
    // A row without a category is rejected, so its brand and subcategory are not needed.
    if (!isCategory(category)) continue
    if (brand && !names.brands.has(folded(brand))) {
      addOnce(brands, folded(brand), row, { name: brand })
    }
    if (type && !names.subCategories.has(keyIn(category, type))) {
      addOnce(types, keyIn(category, type), row, { category, name: type })
    }
  }
  return new Map<CatalogTable, TableRow[]>([
    ['brands.csv', [...brands.values()]],
    ['sub_categories.csv', [...types.values()]],
    ['attributes.csv', attributeRows(rows, families, names)],
    ['families.csv', families.map(familyRow)],
  ])
}

function addOnce(
  to: Map<string, TableRow>,
  key: string,
  row: number,
  cells: Record<string, string>,
): void {
  if (!to.has(key)) to.set(key, toRow(row, cells))
}

const toRow = (row: number, cells: Record<string, string>): TableRow => ({
  row,
  cells: new Map(Object.entries(cells).filter(([, cell]) => cell !== '')),
})

const familyRow = ({ row, axes, ...cells }: Family): TableRow =>
  toRow(row, { ...cells, axes: writeList(axes.map((axis) => [axis])) })

/** Rows for the options' attributes, if the shop lacks the attributes or some of their choices. */
function attributeRows(
  rows: readonly TableRow[],
  families: readonly Family[],
  { attributes }: Names,
): TableRow[] {
  const options = new Map<string, { family: Family; axis: string; values: Map<string, string> }>()
  const byKey = new Map(families.map((family) => [family.key, family]))
  for (const { cells } of rows) {
    const family = byKey.get(cells.get('family') ?? '')
    for (const axis of family?.axes ?? []) {
      if (!family) continue
      const key = keyIn(family.category, axis)
      const option = options.get(key) ?? { family, axis, values: new Map() }
      const value = cells.get(`${ATTRIBUTE_COLUMN}${axis.toLowerCase()}`) ?? ''
      if (!option.values.has(folded(value))) option.values.set(folded(value), value)
      options.set(key, option)
    }
  }
  return [...options].flatMap(([key, { family, axis, values }]) => {
    const known = attributes.get(key)
    const fresh = [...values.values()].filter((value) => !known || choiceOf(known, value) === null)
    if (known && (known.kind !== 'choice' || fresh.length === 0)) return []
    return [toRow(family.row, attributeCells({ category: family.category, axis, known, fresh }))]
  })
}

interface Option {
  category: string
  axis: string
  known: NamedAttribute | undefined
  fresh: readonly string[]
}

function attributeCells({ category, axis, known, fresh }: Option): Record<string, string> {
  const before = (known?.choices ?? []).map((one) => [one.name, one.name_ar, one.swatch ?? ''])
  return {
    category,
    name: known?.name ?? axis,
    kind: 'choice',
    is_filter: yesOrNo(known?.is_filter ?? true),
    is_compared: yesOrNo(known?.is_compared ?? true),
    choices: writeList([...before, ...fresh.map((value) => [value])]),
  }
}
