/** Slots per key: they limit how much work for one caller, or one address, runs at the same time. */

/**
 * Takes one of the key's slots. @returns its release, which may be called repeatedly; null when
 * none is free.
 */
export type KeyedSlots = (key: string) => (() => void) | null

/** @param max the slots of each key. Counts in this process. */
export function createKeyedSlots(max: number): KeyedSlots {
  const held = new Map<string, number>()

  function release(key: string): void {
    const left = (held.get(key) ?? 0) - 1
    // Keys without slots in use are removed; otherwise the map would grow with every address.
    if (left > 0) held.set(key, left)
    else held.delete(key)
  }

  return (key) => {
    const count = held.get(key) ?? 0
    if (count >= max) return null
    held.set(key, count + 1)
    let isHeld = true
    return () => {
      if (isHeld) release(key)
      isHeld = false
    }
  }
}
