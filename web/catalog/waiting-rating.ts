import type { Product } from '#contract/catalog.ts'
import { createTabStore } from '#web/ui/tab-store.ts'

export type RatedProduct = Pick<Product, 'id' | 'name' | 'name_ar'>

/** What a visitor was about to rate, while the sign-in is open. */
export const waitingRating = createTabStore<{ product: RatedProduct; chosen: number | null }>(
  'barq-rating',
  ({ product }) => typeof product?.id === 'number',
)
