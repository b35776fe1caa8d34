/**
 * The count on the shopping bag. It starts at the number of fetched lines, changes by one whenever a product is added
 * or a line removed, and is reset to 0 when the dropdown opens or all lines have been ordered.
 */
import type { CartItem } from '#contract/cart-item.ts'
import { onSessionChange } from '#web/api/stored-session.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const count = createStore<number | null>(null)

onSessionChange(() => count.set(null))

export const cartBadge = {
  get: () => count.get() ?? 0,
  /** Sets the count to the number of lines in the first fetch; later calls do nothing. */
  start(lines: number) {
    if (count.get() === null) count.set(lines)
  },
  /** Corrects the count after a refetch for lines added or removed in another tab or browser. */
  follow(before: readonly CartItem[], now: readonly CartItem[]) {
    const quantities = new Map(before.map(({ id, quantity }) => [id, quantity]))
    const added = now.filter(
      ({ id, quantity, isRead }) => !isRead && quantity > (quantities.get(id) ?? 0),
    )
    const kept = now.filter(({ id }) => quantities.has(id))
    count.set(Math.max(0, cartBadge.get() + added.length - (before.length - kept.length)))
  },
  add: () => count.set(cartBadge.get() + 1),
  remove: () => count.set(Math.max(0, cartBadge.get() - 1)),
  clear: () => count.set(0),
}

/** Null until the cart has been fetched. */
export function useCartBadge(): number | null {
  return useStore(count)
}
