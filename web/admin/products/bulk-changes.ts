import type { AdminProductRow, ProductChange } from '#contract/admin/products.ts'
import type { Category } from '#contract/locale.ts'
import { fromCents, smallestAmount, toCents } from '#contract/money.ts'

export const BULK_KINDS = ['price', 'percent', 'stock', 'brand', 'category', 'visibility'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

export type BulkValue = number | Category | boolean | null

export interface PlannedChange {
  product: AdminProductRow
  change: ProductChange
  /** The change that restores the previous values, without the product's version, which the first change sets. */
  undo: Omit<ProductChange, 'version'>
  /** The previous values of the changed fields, named as in the audit log; `after` contains the new values. */
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * The changes that set a value for the products: a price, a percentage to add to the price, units in stock, a category,
 * the id of a brand (null for none), or whether they are visible in the shop. Products that already have the value, or
 * cannot have it, are omitted, as are hidden products unless the change shows them. NaN changes nothing.
 */
export function planChanges(
  products: readonly AdminProductRow[],
  kind: BulkKind,
  value: BulkValue,
): PlannedChange[] {
  if (Number.isNaN(value)) return []
  return products.flatMap((product) => {
    if (typeof value === 'boolean') return planVisibility(product, value)
    if (isHidden(product)) return []
    if (typeof value === 'string') return planCategory(product, value)
    if (kind === 'brand') return planBrand(product, value)
    if (value === null) return []
    if (kind === 'stock') return planStock(product, value)
    const now = toCents(product.price)
    const wanted = kind === 'price' ? value / smallestAmount() : (now * (100 + value)) / 100
    // A bulk change never makes products free.
    return planPrice(product, Math.max(1, Math.round(wanted)))
  })
}

export function isHidden({ deleted_at: at }: AdminProductRow): boolean {
  return at !== null
}

/** Whether orders have reserved more of the product than `units`. */
export function isHeld(product: AdminProductRow, units: number): boolean {
  return units < product.reserved
}

type Values = Omit<ProductChange, 'id' | 'version'>

/** @param left previous values of fields that the server clears along with the change, for the undo to restore */
function plan(
  product: AdminProductRow,
  to: Values,
  from: Values,
  left: Values = {},
): PlannedChange {
  const { id, version } = product
  return {
    product,
    change: { id, version, ...to },
    undo: { id, ...from, ...left },
    before: from,
    after: to,
  }
}

function planPrice(product: AdminProductRow, cents: number): PlannedChange[] {
  const { price, compare_at_price: compared } = product
  if (toCents(price) === cents) return []
  const isLost = compared !== null && toCents(compared) <= cents
  return [
    plan(
      product,
      { price: fromCents(cents), ...(isLost && { compare_at_price: null }) },
      { price, ...(isLost && { compare_at_price: compared }) },
    ),
  ]
}

function planStock(product: AdminProductRow, to: number): PlannedChange[] {
  const { on_hand: from } = product
  if (to === from || isHeld(product, to)) return []
  const planned = plan(product, { on_hand: { from, to } }, { on_hand: { from: to, to: from } })
  return [{ ...planned, before: { on_hand: from }, after: { on_hand: to } }]
}

function planBrand(product: AdminProductRow, brand: number | null): PlannedChange[] {
  return brand === product.brand ? [] : [plan(product, { brand }, { brand: product.brand })]
}

/** Products in a family cannot change their category. */
function planCategory(product: AdminProductRow, category: Category): PlannedChange[] {
  const { category: was, sub_category } = product
  if (category === was || product.family !== null) return []
  return [plan(product, { category }, { category: was }, { sub_category })]
}

function planVisibility(product: AdminProductRow, isShown: boolean): PlannedChange[] {
  const was = !isHidden(product)
  if (isShown === was) return []
  return [
    {
      ...plan(product, { hidden: !isShown }, { hidden: isShown }),
      before: { visibility: was ? 'shown' : 'hidden' },
      after: { visibility: isShown ? 'shown' : 'hidden' },
    },
  ]
}
