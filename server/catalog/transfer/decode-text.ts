/** Decodes a table's text, if its bytes identify the encoding beyond doubt. */
import { isUtf8 } from 'node:buffer'
import type { TextEncoding } from '#contract/admin.ts'
import { invalid } from '../../platform/http/shop-error.ts'

export interface DecodedText {
  /** The text as UTF-8. */
  bytes: Buffer
  encoding: TextEncoding
}

/** Arabic letters, with their vowel signs and the elongation stroke. */
const LETTER = '\\u0621-\\u063a\\u0640-\\u0652'
/** Three Arabic letters in a row count as a word. */
const WORD = new RegExp(`[${LETTER}]{3}`)
/**
 * Matches text that suggests a wrong encoding: a character beyond ASCII that is neither an Arabic letter nor one of the
 * listed signs, or an Arabic letter next to a Latin letter.
 */
const FOREIGN = new RegExp(
  `[^\\0-\\x7f${LETTER}\\xa0«»×°®،؛؟–—‘’“”•…™]|[a-z][${LETTER}]|[${LETTER}][a-z]`,
  'i',
)

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, and Windows-1256, in which Excel saves Arabic CSV. Windows-1256 is
 * accepted only if the text has an Arabic word and nothing that `FOREIGN` matches, since every byte means something in
 * every Windows encoding.
 * @throws ShopError `invalid` for any other file.
 */
export function decodeText(file: Buffer): DecodedText {
  const mark = file.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff') {
    return decoded('UTF-16', decode(file, mark === 'fffe' ? 'utf-16le' : 'utf-16be'))
  }
  // Without a byte order mark, UTF-16 text in Latin and Arabic letters is also valid UTF-8, with NULs.
  const isUtf16 = file.subarray(0, 2).includes(0)
  if (!isUtf16 && isUtf8(file)) return { bytes: file, encoding: 'UTF-8' }
  const text = decode(file, 'windows-1256') ?? ''
  return decoded('Windows-1256', WORD.test(text) && !FOREIGN.test(text) ? text : null)
}

function decoded(encoding: TextEncoding, text: string | null): DecodedText {
  if (text === null) throw invalid({ file: ['error.notUtf8'] })
  return { bytes: Buffer.from(text), encoding }
}

/** @returns null for bytes that are invalid in the encoding. */
function decode(file: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    return null
  }
}
