/**
 * The count on the shopping bag: it starts at the number of fetched lines, every new line adds
 * one, and opening the dropdown sets it back to 0.
 */
import { onSessionChange } from '#web/api/session.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const count = createStore<number | null>(null)

onSessionChange(() => count.set(null))

export const cartBadge = {
  get: () => count.get() ?? 0,
  /** Counts what the first fetch brought; later fetches change nothing. */
  start(lines: number) {
    if (count.get() === null) count.set(lines)
  },
  add: () => count.set(cartBadge.get() + 1),
  remove: () => count.set(Math.max(0, cartBadge.get() - 1)),
  clear: () => count.set(0),
}

/** The number to show. */
export function useCartBadge(): number {
  return useStore(count) ?? 0
}
