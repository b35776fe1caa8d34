/** Cleans up the values of text fields, which people paste from chats, address books and Arabic documents. */
import { withoutUnseen } from '#contract/typed-text.ts'

/**
 * Invisible marks that names never need. Individual left-to-right and right-to-left marks are kept, because they may
 * determine the order in which the parts of a name are displayed.
 */
const OVERRIDES = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g
/** Control characters other than NUL, which is rejected elsewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes these characters.
const CONTROLS = /[\u0001-\u001f\u007f-\u009f]/g
const AROUND = /^[\s\u200e\u200f]+|[\s\u200e\u200f]+$/g

/** Longer values are left unchanged: every field read here is shorter, and the patterns take quadratic time. */
const READ_MAX = 2000

/** How to read a field's value before its schema validates it, keyed by the value of the `reads` keyword. */
export const READERS = {
  /** For codes and numbers: also removes all invisible characters. */
  code: (text: string) => readLine(withoutUnseen(text)),
  line: readLine,
} as const

/** For names: a single trimmed line without direction overrides. */
export function readLine(text: string): string {
  if (text.length > READ_MAX) return text
  return text.replace(OVERRIDES, '').replace(BREAKS, ' ').replace(CONTROLS, '').replace(AROUND, '')
}
