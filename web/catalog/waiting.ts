import type { Product } from '#contract/catalog.ts'
import { createTabStore } from '#web/ui/tab-store.ts'

export type RatedProduct = Pick<Product, 'id' | 'name' | 'name_ar'>

/** What a sign-in leads back to. */
interface Waiting {
  /** The page that was left for the sign-in, and its scroll position. */
  left?: { place: string; top: number }
  /** The dialog that was about to be sent. */
  rating?: { product: RatedProduct; chosen: number | null } | null
  /** The id of the product that was marked as the visitor's device. */
  device?: number | null
}

/** Dropped as soon as another page is opened than the sign-in and the one after it (`useArrival`). */
export const waiting = createTabStore<Waiting>(
  'barq-waiting',
  ({ rating }) => !rating || typeof rating.product?.id === 'number',
)

/** Replaces a part of what waits for the sign-in. */
export const setWaiting = (part: Waiting) => waiting.set({ ...waiting.get(), ...part })
