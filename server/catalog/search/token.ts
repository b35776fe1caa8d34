/**
 * How one of the shop's words resembles the typed one. An echo shares only the sound of two consonants, as do many
 * words that mean something else.
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

/** A typed word as search compares it, and the shop's words that resemble it. */
export interface Token {
  text: string
  matches: Match[]
  /** The words of a token that is a phrase, if the shop has them all. */
  phrase?: string[]
}
