/** Keywords of the contract's schemas that only the shop's validator knows: each puts another value in the place of a text. */
import { READERS } from '../words/read-text.ts'

/** How they change a text, by their values: `reads` before the other keywords check it, `becomes` after. */
export const OWN_KEYWORDS = { reads: READERS, becomes: { number: Number } } as const

/** A plain copy of a schema without them, for others. */
export function withoutOwnKeywords<Part>(part: Part): Part
export function withoutOwnKeywords(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutOwnKeywords)
  if (typeof part !== 'object' || part === null) return part
  // A field of that name has a schema, never a text.
  const published = Object.entries(part).filter(
    ([name, value]) => !(typeof value === 'string' && Object.hasOwn(OWN_KEYWORDS, name)),
  )
  return Object.fromEntries(published.map(([name, value]) => [name, withoutOwnKeywords(value)]))
}
