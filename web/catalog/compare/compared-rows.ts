import { attributeKey } from '#contract/attribute-key.ts'
import type { ProductDetail, Spec } from '#contract/catalog.ts'

export interface ComparedRow {
  id: string
  /** The row's first spec, whose label is the row's heading. */
  spec: Spec
  /** One spec per product; undefined for a product that lacks it. */
  values: (Spec | undefined)[]
}

export interface ComparedRows {
  differing: ComparedRow[]
  same: ComparedRow[]
}

/**
 * Arranges the products' specs in rows. Specs with the same key, or else with the same label, share a row. Rows follow
 * the order of the products' own lists. With a single product, `same` is empty. Attributes that staff exclude from
 * comparisons are left out.
 */
export function comparedRows(
  products: readonly Pick<ProductDetail, 'specs' | 'attributes'>[],
): ComparedRows {
  const rows: ComparedRow[] = []
  products.forEach((product, column) => {
    for (const spec of comparedSpecs(product))
      rowOf(rows, spec, column, products.length).values[column] = spec
  })
  const isSame = ({ values }: ComparedRow) => products.length > 1 && areEqual(values)
  return {
    differing: rows.filter((row) => !isSame(row)),
    same: rows.filter(isSame),
  }
}

function comparedSpecs({ specs, attributes }: Pick<ProductDetail, 'specs' | 'attributes'>): Spec[] {
  const hidden = attributes
    .filter(({ is_compared: isCompared }) => !isCompared)
    .map(({ id }) => attributeKey(id))
  return specs.filter(({ key }) => !hidden.includes(key))
}

/** The row with the spec's key, or else its label, and a free cell in the column; if there is none, a new row. */
function rowOf(rows: ComparedRow[], spec: Spec, column: number, columns: number): ComparedRow {
  const free = rows.filter(({ values }) => values[column] === undefined)
  const found =
    free.find((row) => spec.key !== '' && row.spec.key === spec.key) ??
    free.find((row) => plain(row.spec.label) === plain(spec.label))
  if (found) return found
  const values = Array.from({ length: columns }, () => undefined)
  const row: ComparedRow = { id: `${rows.length} ${spec.key}`, spec, values }
  rows.push(row)
  return row
}

function areEqual(values: ComparedRow['values']): boolean {
  const [first] = values
  return values.every((value) => value && first && plain(value.value) === plain(first.value))
}

/** Normalizes letter case and spaces, so that comparing two strings ignores both. */
const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
