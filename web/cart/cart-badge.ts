/**
 * The count on the shopping bag: it starts at the number of fetched lines, every new line adds
 * one, and opening the dropdown sets it back to 0.
 */
import type { CartItem } from '#contract/cart-item.ts'
import { onSessionChange } from '#web/api/stored-session.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const count = createStore<number | null>(null)

onSessionChange(() => count.set(null))

export const cartBadge = {
  get: () => count.get() ?? 0,
  /** Counts what the first fetch brought. */
  start(lines: number) {
    if (count.get() === null) count.set(lines)
  },
  /** Makes up for what no event told: lines that came, or went in another tab. */
  follow(before: readonly CartItem[], now: readonly CartItem[]) {
    const quantities = new Map(before.map(({ id, quantity }) => [id, quantity]))
    const came = now.filter(
      ({ id, quantity, isRead }) => !isRead && quantity > (quantities.get(id) ?? 0),
    )
    const stayed = now.filter(({ id }) => quantities.has(id))
    count.set(Math.max(0, cartBadge.get() + came.length - (before.length - stayed.length)))
  },
  add: () => count.set(cartBadge.get() + 1),
  remove: () => count.set(Math.max(0, cartBadge.get() - 1)),
  clear: () => count.set(0),
}

/** The number to show. */
export function useCartBadge(): number {
  return useStore(count) ?? 0
}

/** The same, null until the cart has been fetched. */
export function useKnownCartBadge(): number | null {
  return useStore(count)
}
