/** Slots per key: how much work of one caller, or of one address, may be under way at a time. */

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
    // A key without slots in use is removed: there are as many keys as addresses.
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
