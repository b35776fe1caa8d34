/** The position of an event relative to earlier ones. */
export type Place = 'next' | 'again' | 'after a gap'

/**
 * Follows the numbers that the server gives to a customer's cart events. After a restart the first
 * one may be any number, because the page has just fetched everything.
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
