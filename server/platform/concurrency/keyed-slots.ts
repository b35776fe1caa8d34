/**
 * Acquires one of the key's slots.
 * @returns a function that releases the slot, safe to call repeatedly; null if no slot is free.
 */
export type KeyedSlots = (key: string) => (() => void) | null

/** @param max the number of slots per key within this process. */
export function createKeyedSlots(max: number): KeyedSlots {
  const held = new Map<string, number>()

  function release(key: string): void {
    const left = (held.get(key) ?? 0) - 1
    // Keys with no slots in use are removed, or the map would grow with every new key.
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
