/** Code shared by brands, subcategories and attributes, all of which products refer to. */
import { ShopError } from '../../platform/http/shop-error.ts'
import type { AffectedProducts } from '../../sorted-lists/sorted-rows.ts'
import type { CatalogChanges } from '../catalog-changes.ts'

/** The maximum number of changed products to announce by id; beyond it, `everything` is announced. */
const ANNOUNCED_MAX = 1000

export function announceProducts(changes: CatalogChanges) {
  return (products: AffectedProducts): Promise<void> =>
    changes.announce(
      products === 'all' || products.length > ANNOUNCED_MAX
        ? { what: 'everything' }
        : { what: 'products', ids: products },
    )
}

/** @throws ShopError `conflict` if any product uses the brand, subcategory or attribute. */
export function assertUnused({ products }: { products: number }): void {
  if (products > 0) {
    throw new ShopError('conflict', { id: 'error.inUse', values: { count: products } })
  }
}
