import type { Handle } from '../../platform/db/database.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'
import { findKnown, type KnownProduct } from '../manage/product-writes.store.ts'
import { hasOtherProducts } from './names.store.ts'
import type { Table, TableRow } from './read-table.ts'

export interface Known {
  byId: Map<number, KnownProduct>
  bySku: Map<string, KnownProduct>
  /**
   * Whether the shop has no products other than those whose ids are in the file: new products then keep the ids from
   * their export, even after an import that stopped halfway.
   */
  isEmpty: boolean
}

export async function knownProducts(db: Handle, rows: readonly TableRow[]): Promise<Known> {
  const ids = rows.map(({ cells }) => toId(cells.get('id'))).filter((id) => id !== null)
  const skus = rows.flatMap(({ cells }) => cells.get('sku')?.replaceAll('\0', '') || [])
  const products = await findKnown(db, ids, skus)
  return {
    byId: new Map(products.map((product) => [product.id, product])),
    bySku: new Map(products.flatMap((product) => (product.sku ? [[product.sku, product]] : []))),
    isEmpty: !(await hasOtherProducts(db, ids)),
  }
}

/** If the table lacks the category or name column, fills it in from the products with the rows' SKUs. */
export function completed(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  { bySku }: Known,
): TableRow[] {
  const left = (['category', 'name'] as const).filter((name) => !columns.has(name))
  return rows.map((row) => {
    const product = bySku.get(row.cells.get('sku') ?? '')
    if (!product || left.length === 0) return row
    return {
      ...row,
      cells: new Map([...row.cells, ...left.map((name) => [name, product[name]] as const)]),
    }
  })
}

export function toId(cell: string | undefined): number | null {
  return cell && /^[1-9]\d{0,14}$/.test(cell) ? Number(cell) : null
}

/** The ids and SKUs of earlier rows. */
export interface Seen {
  ids: Set<number>
  skus: Set<string>
}

/** The product that a row changes, or the id that a new product keeps; each is null if there is none. */
export interface Target {
  product: KnownProduct | null
  newId: number | null
  /** Whether the id may come from another shop; see `differs`. */
  isInDoubt: boolean
}

export function findTarget(
  { cells }: TableRow,
  known: Known,
  seen: Seen,
  errors: FieldSentences,
): Target {
  const sku = cells.get('sku') ?? ''
  const id = toId(cells.get('id'))
  const owner = known.bySku.get(sku) ?? null
  const product = id === null ? owner : (known.byId.get(id) ?? null)
  const newId = known.isEmpty && !product ? id : null
  if (cells.get('id') && newId === null && (!product || product.deleted)) {
    errors.id = ['error.noSuchProduct']
  } else if (product?.deleted) errors.sku = ['error.skuOfHidden']
  const one = product?.id ?? newId
  if (owner && one !== null && owner.id !== one) errors.sku = ['error.skuTaken']
  if (one !== null && seen.ids.has(one)) errors.id ??= ['error.productRepeated']
  if (sku && seen.skus.has(sku)) errors.sku ??= ['error.skuRepeated']
  if (one !== null) seen.ids.add(one)
  if (sku) seen.skus.add(sku)
  return { product, newId, isInDoubt: id !== null && product !== null && differs(cells, product) }
}

/**
 * Whether the row and the product have different SKUs or, unless both have a SKU, different categories or names. The
 * same id alone proves nothing.
 */
function differs(cells: TableRow['cells'], product: KnownProduct): boolean {
  const sku = cells.get('sku')
  if (sku && product.sku) return sku !== product.sku
  return (['category', 'name'] as const).some(
    (of) => cells.get(of) && cells.get(of) !== product[of],
  )
}
