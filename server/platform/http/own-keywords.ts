/** Custom keywords in the contract's schemas, known only to the shop's validator. Each converts a string. */
import { READERS } from '../words/read-text.ts'

/**
 * The conversion functions, keyed by keyword and its value. `reads` runs before the other keywords, `becomes` after
 * them.
 */
export const OWN_KEYWORDS = { reads: READERS, becomes: { number: Number } } as const

/** @returns a plain copy of a schema without these keywords, for other programs. */
export function withoutOwnKeywords<Part>(part: Part): Part
export function withoutOwnKeywords(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutOwnKeywords)
  if (typeof part !== 'object' || part === null) return part
  // A keyword's value is a string; a property with the same name has a schema as its value and must stay.
  const published = Object.entries(part).filter(
    ([name, value]) => !(typeof value === 'string' && Object.hasOwn(OWN_KEYWORDS, name)),
  )
  return Object.fromEntries(published.map(([name, value]) => [name, withoutOwnKeywords(value)]))
}
