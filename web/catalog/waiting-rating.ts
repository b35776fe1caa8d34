import type { Product } from '#contract/catalog.ts'
import { createTabStore } from '#web/ui/tab-store.ts'

export type RatedProduct = Pick<Product, 'id' | 'name' | 'name_ar'>

/** The product that a visitor was about to rate before signing in. */
export const waitingRating = createTabStore<{ product: RatedProduct; chosen: number | null }>(
  'barq-rating',
  ({ product }) => typeof product?.id === 'number',
)
