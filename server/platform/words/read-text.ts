/** Texts as people paste them, from chats, address books and Arabic documents. */

/** Marks that are not seen: directions, joins of nothing, the mark at the start of a file. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** Of those, what a name never needs: a single left-to-right or right-to-left mark may order it. */
const OVERRIDES = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g
/** NUL is not among them: it is refused. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it takes away.
const CONTROLS = /[\u0001-\u001f\u007f-\u009f]/g
const AROUND = /^[\s\u200e\u200f]+|[\s\u200e\u200f]+$/g

/** No field that is read is as long, and the patterns take the square of the length. */
const READ_MAX = 2000

/** How a field's text is read before its schema checks it: the keyword `reads` of the contract. */
export const READERS = {
  /** A code or a number: nothing unseen. */
  code: (text: string) => readLine(text.replace(UNSEEN, '')),
  line: readLine,
} as const

/** A name: one line without overrides of its direction, trimmed. */
export function readLine(text: string): string {
  if (text.length > READ_MAX) return text
  return text.replace(OVERRIDES, '').replace(BREAKS, ' ').replace(CONTROLS, '').replace(AROUND, '')
}
