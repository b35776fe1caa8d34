export type Place = 'next' | 'again' | 'after a gap'

/**
 * Tracks the sequence numbers that the server assigns to a customer's cart events. After `restart`, the first event may
 * have any number, because the page fetches the changes missed before it.
 */
export function createSequence() {
  let last: number | null = null
  return {
    restart() {
      last = null
    },
    place(number: number): Place {
      const expected: number = last === null ? number : last + 1
      if (number < expected) return 'again'
      last = number
      return number === expected ? 'next' : 'after a gap'
    },
  }
}
