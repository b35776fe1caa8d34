/** How many of a thing each key holds at present: the sockets of an address. */

export interface Places {
  /** @returns how to give the place back, once or more often; null when the key has no more. */
  take(key: string): (() => void) | null
}

export function createPlaces(perKey: number): Places {
  const held = new Map<string, number>()

  function giveBack(key: string): void {
    const left = (held.get(key) ?? 0) - 1
    // A key that holds nothing is forgotten: there are as many keys as addresses.
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
        if (isHeld) giveBack(key)
        isHeld = false
      }
    },
  }
}
