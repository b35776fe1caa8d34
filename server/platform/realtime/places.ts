/** Counts how many places each key holds at present: the sockets of an address. */

export interface Places {
  /** @returns a function that releases the place (idempotent); null when the key has no more. */
  take(key: string): (() => void) | null
}

export function createPlaces(perKey: number): Places {
  const held = new Map<string, number>()

  function release(key: string): void {
    const left = (held.get(key) ?? 0) - 1
    // A key that holds nothing is removed: there are as many keys as addresses.
    if (left > 0) held.set(key, left)
    else held.delete(key)
  }

  return {
    take(key) {
      const count = held.get(key) ?? 0
      if (count >= perKey) return null
      held.set(key, count + 1)
      let isHeld = true
      return () => {
        if (isHeld) release(key)
        isHeld = false
      }
    },
  }
}
