/**
 * Keywords of the contract's schemas that only the shop's validator knows: each converts a string.
 */
import { READERS } from '../words/read-text.ts'

/**
 * The functions that convert a string, by keyword and its value: `reads` runs before the other keywords, `becomes`
 * after them.
 */
export const OWN_KEYWORDS = { reads: READERS, becomes: { number: Number } } as const

/** A plain copy of a schema without these keywords, for other programs. */
export function withoutOwnKeywords<Part>(part: Part): Part
export function withoutOwnKeywords(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutOwnKeywords)
  if (typeof part !== 'object' || part === null) return part
  // A property that is named like one of the keywords has a schema as its value, never a string.
  const published = Object.entries(part).filter(
    ([name, value]) => !(typeof value === 'string' && Object.hasOwn(OWN_KEYWORDS, name)),
  )
  return Object.fromEntries(published.map(([name, value]) => [name, withoutOwnKeywords(value)]))
}
