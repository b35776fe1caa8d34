/** Splits bidirectional text for a PDF into pieces from left to right, each shaped separately. */
import * as library from 'bidi-js'
import { latinDigits } from '#contract/typed-text.ts'

// The package declares an ES default export, but exports the function itself.
const bidi = (library.default as unknown as () => library.Bidi)()

export interface Piece {
  /** The characters in reading order. */
  text: string
  isRightToLeft: boolean
}

/** Invisible characters to remove, except joiners, which select their neighbors' glyphs. */
const CONTROLS = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/** Isolates an amount or a number from the text around it. */
export function isolated(text: string): string {
  return `\u2066${text}\u2069`
}

const [OWN, END] = ['\u2068', '\u2069']

/** Isolates user text, which takes the direction of its first letter. */
export function inOwnDirection(text: string): string {
  return OWN + text + END
}

/** The content of an isolate made by `inOwnDirection`; null for any other text. */
export function withinOwnDirection(text: string): string | null {
  return text.startsWith(OWN) && text.endsWith(END) ? text.slice(1, -1) : null
}

/**
 * Splits one line into pieces, from left to right. A right-to-left piece is one word or the spaces between two words:
 * the PDF library shapes and reverses a word, but does not reorder words.
 */
export function piecesOf(written: string, base: 'ltr' | 'rtl'): Piece[] {
  // Western digits, as everywhere in the shop; the library would reverse Arabic digits.
  const text = latinDigits(written)
  const embedding = bidi.getEmbeddingLevels(text, base)
  const visual = bidi.getReorderedIndices(text, embedding)
  const pieces: Piece[] = []
  for (let at = 0; at < visual.length; ) {
    const level = embedding.levels[visual[at] ?? 0] ?? 0
    let end = at + 1
    while (end < visual.length && embedding.levels[visual[end] ?? 0] === level) end += 1
    pieces.push(...runOf(text, visual.slice(at, end), level % 2 === 1))
    at = end
  }
  return pieces.filter((piece) => piece.text !== '')
}

/** @param indices the characters' indices, from left to right. */
function runOf(text: string, indices: readonly number[], isRightToLeft: boolean): Piece[] {
  const read = isRightToLeft ? indices.toReversed() : indices
  const characters = read.map((index) => {
    const character = text[index] ?? ''
    return isRightToLeft ? (bidi.getMirroredCharacter(character) ?? character) : character
  })
  const run = characters.join('').replace(CONTROLS, '')
  if (!isRightToLeft) return [{ text: run, isRightToLeft }]
  const words = run.split(/( +)/).map((word) => ({ text: word, isRightToLeft }))
  return words.reverse()
}
