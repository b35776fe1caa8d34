/** Texts as people paste them, from chats, address books and Arabic documents. */

/** What a name never needs of the unseen marks: a single left-to-right or right-to-left one may order it. */
const OVERRIDES = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g
/** NUL is not among them: it is refused. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it takes away.
const CONTROLS = /[\u0001-\u001f\u007f-\u009f]/g
const AROUND = /^[\s\u200e\u200f]+|[\s\u200e\u200f]+$/g

/** No field that is read is as long, and the patterns take the square of the length. */
const READ_MAX = 2000

/** How a field's text is read: before its schema checks it by the keyword `reads`, or after by `becomes`. */
export const READERS = {
  /** A code or a number: nothing unseen. */
  code: (text: string) => readLine(withoutUnseen(text)),
  line: readLine,
  number: Number,
} as const

/** Without the marks that nobody sees: directions, joins, the mark at the start of a file. */
export function withoutUnseen(text: string): string {
  return text.replace(/\p{Cf}/gu, '')
}

/** A name: one line without overrides of its direction, trimmed. */
export function readLine(text: string): string {
  if (text.length > READ_MAX) return text
  return text.replace(OVERRIDES, '').replace(BREAKS, ' ').replace(CONTROLS, '').replace(AROUND, '')
}
