/** Text in both directions, as a PDF needs it: pieces from left to right, each to be shaped alone. */
import * as library from 'bidi-js'
import { latinDigits } from '../../platform/words/latin-digits.ts'

// The package declares a default export of a module, and is a function.
const bidi = (library.default as unknown as () => library.Bidi)()

export interface Piece {
  /** In the order in which it is read. */
  text: string
  isRightToLeft: boolean
}

/** What has no glyph; joiners choose those of their neighbours. */
const CONTROLS = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/** Keeps an amount or a number together, whatever is around it. */
export function isolated(text: string): string {
  return `\u2066${text}\u2069`
}

const [OWN, END] = ['\u2068', '\u2069']

/** Reads in the direction of its first letter, whatever is around it: what people wrote. */
export function inOwnDirection(text: string): string {
  return OWN + text + END
}

/** The text within, of one that reads in its own direction; else null. */
export function withinOwnDirection(text: string): string | null {
  return text.startsWith(OWN) && text.endsWith(END) ? text.slice(1, -1) : null
}

/**
 * The pieces of one line, from left to right. A right-to-left piece is one word or the blank between
 * two: the PDF library shapes a word and turns it round, but not the words of a piece.
 */
export function piecesOf(written: string, base: 'ltr' | 'rtl'): Piece[] {
  // Western digits, as everywhere in the shop; the library would turn the Arabic ones round.
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

/** @param indices of the characters, from left to right. */
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
