import type { Product } from '#contract/catalog.ts'
import { createTabStore } from '#web/ui/tab-store.ts'

export type RatedProduct = Pick<Product, 'id' | 'name' | 'name_ar'>

/** What the user returns to after signing in. */
interface Waiting {
  /** The page that was left for the sign-in, and its scroll position. */
  left?: { place: string; top: number } | null
  /** The rating that was about to be sent. */
  rating?: { product: RatedProduct; chosen: number | null } | null
  /** The id of the product that the visitor said they have. */
  device?: number | null
}

/**
 * Cleared at every navigation (`useArrival`), except to a sign-in or sign-up form, or from such a form after sign-in.
 */
export const waiting = createTabStore<Waiting>(
  'barq-waiting',
  ({ rating }) => !rating || typeof rating.product?.id === 'number',
)

export const setWaiting = (part: Waiting) => waiting.set({ ...waiting.get(), ...part })
