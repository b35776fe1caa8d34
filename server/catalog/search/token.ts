/**
 * How a word in the shop's products resembles the typed word. An echo shares only the sound of two consonants with it,
 * as many unrelated words do.
 */
export type MatchKind =
  | 'exact'
  | 'inflection'
  | 'compound'
  | 'longer'
  | 'start'
  | 'part'
  | 'near'
  | 'phonetic'
  | 'echo'

export interface Match {
  kind: MatchKind
  word: string
  products: number
}

/** A typed word or phrase, folded for comparison, and the words in the shop's products that resemble it. */
export interface Token {
  text: string
  matches: Match[]
  /** The words of a token that is a phrase, if all of them occur in the shop's products; otherwise empty. */
  phrase?: string[]
}
