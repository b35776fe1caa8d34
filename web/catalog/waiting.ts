import type { Product } from '#contract/catalog.ts'
import { createTabStore } from '#web/ui/tab-store.ts'

export type RatedProduct = Pick<Product, 'id' | 'name' | 'name_ar'>

/** What the user returns to after signing in. */
interface Waiting {
  /** The page left for signing in, and its scroll position. */
  left?: { place: string; top: number } | null
  /** The rating about to be sent. */
  rating?: { product: RatedProduct; chosen: number | null } | null
  /** The id of the device that the visitor said they own. */
  device?: number | null
}

/** Cleared on every navigation (`useArrival`), except to a sign-in or sign-up form, or from one after signing in. */
export const waiting = createTabStore<Waiting>(
  'barq-waiting',
  ({ rating }) => !rating || typeof rating.product?.id === 'number',
)

export const setWaiting = (part: Waiting) => waiting.set({ ...waiting.get(), ...part })
