/** Turns typed words into database queries, and defines how hits are ranked. */
import { editDistance } from '../../platform/edit-distance.ts'
import type { Match, MatchKind, Token } from './token.ts'

/** Queries in PostgreSQL's tsquery notation for `product_search.words`. */
export interface SearchQuery {
  /** The query for all hits. */
  any: string
  /** The word, if the hits are exactly the products that have it; otherwise null. */
  only: string | null
  /** Finds the hits whose name has every word as it was typed, or a similar word if no product has the typed word. */
  named: string
  /** Finds the hits whose name has every word or a similar one. */
  likeNamed: string
  /** A lower bound on the number of hits, unless filters leave fewer. */
  hitsMin: number
  /** Each of the words, or a similar one, is in at least this many products. */
  eachIn: number
  /** A hit scores the weight of each test it passes. */
  tests: Test[]
}

export interface Test {
  words: string
  weight: number
  /** Whether every product that `likeNamed` finds passes the test. */
  isInLikeNamed: boolean
}

export interface ReadSettings {
  /** Whether the last word is still being typed, and may be the beginning of any word. */
  typing: boolean
  /** Whether similar words match even if products have the typed word; set once a strict search found nothing. */
  wide: boolean
}

/** Stop words, ignored if a search has other words. */
const SMALL_WORDS = new Set(
  'a an and at by for from i in is it me my of on or the to with في من مع علي عن او الي و ل ب'.split(
    ' ',
  ),
)

/** Words of praise, ignored if no product has them. */
const PRAISE = new Set(
  'best good nice cheap cheaper cheapest affordable افضل احسن ارخص رخيص رخيصه رخيصين جيد جيده'.split(
    ' ',
  ),
)

const AS_TYPED: ReadonlySet<MatchKind> = new Set(['exact', 'inflection', 'compound'])
/** If products contain the typed word itself, longer words match only if they add at most this many letters. */
const ENDING_MAX = 2
const PARTS_MAX = 5
/** The maximum number of shorter searches to try if a search finds nothing. */
const RELAXED_MAX = 3
/** The minimum length, in letters, for a word still being typed to be treated as possibly misspelled. */
const GUESS_FROM = 4

const WEIGHTS = { anyTyped: 2, namedLike: 3, namedTyped: 3 }

/** @returns null if no product can match. */
export function readTokens(tokens: readonly Token[], settings: ReadSettings): SearchQuery | null {
  const wanted = wantedOf(tokens)
  if (wanted.length === 0) return null
  const readings = wanted.map((token, index) =>
    readToken(token, settings, settings.typing && index === wanted.length - 1),
  )
  if (readings.some(({ like }) => like.length === 0)) return null
  const all = (parts: string[]) => parts.join(' & ')
  const eachIn = Math.min(...readings.map(({ products }) => products))
  return {
    any: all(readings.map(({ like }) => anyOf(like, ''))),
    only: onlyOf(readings.flatMap(({ like }) => like)),
    named: all(readings.map(({ typed, like }) => anyOf(typed.length > 0 ? typed : like, '='))),
    likeNamed: all(readings.map(({ like }) => anyOf(like, '='))),
    hitsMin: readings.length === 1 ? eachIn : 0,
    eachIn,
    tests: readings.flatMap(testsOf),
  }
}

/** The same query, restricted to products whose names have every word or a similar one. */
export function namedOnly(query: SearchQuery): SearchQuery {
  return { ...query, any: query.likeNamed, only: null, hitsMin: 0 }
}

/** @returns the word if there is a single alternative of a single word; otherwise null. */
function onlyOf([alternative = [], ...others]: Alternative[]): string | null {
  const [word, ...more] = alternative
  return others.length === 0 && more.length === 0 ? (word ?? null) : null
}

/**
 * Shorter searches to try if a search finds nothing, the likeliest first: without unknown words, then without
 * misspelled words, then without the rarest words, which narrow a search most. If no product has any of the words,
 * these searches use the words that sound like a word in some product.
 */
export function relaxed(tokens: readonly Token[]): Token[][] {
  const wanted = wantedOf(tokens)
  const known = wanted.filter(isKnown)
  const usable = known.length > 0 ? known : wanted.filter(soundsKnown)
  usable.sort(
    (one, other) =>
      Number(isAsTyped(other)) - Number(isAsTyped(one)) || productsOf(other) - productsOf(one),
  )
  const fewer = usable.map((_, left) => usable.slice(0, usable.length - left))
  return fewer.filter(({ length }) => length < wanted.length).slice(0, RELAXED_MAX)
}

/**
 * Whether any product has the word, a synonym, its correct spelling or, if it has at least GUESS_FROM letters, a longer
 * word that begins with it. A single letter is never known.
 */
function isKnown({ text, matches, phrase = [] }: Token): boolean {
  if (text.length === 1) return false
  return (
    isAsTyped({ text, matches, phrase }) ||
    matches.some(
      (match) => (match.kind === 'longer' && text.length >= GUESS_FROM) || isSlip(text, match),
    )
  )
}

function isAsTyped({ matches, phrase = [] }: Token): boolean {
  return phrase.length > 0 || matches.some(({ kind }) => AS_TYPED.has(kind))
}

function soundsKnown({ matches }: Token): boolean {
  return matches.some(({ kind }) => kind === 'phonetic' || kind === 'echo')
}

function productsOf({ matches }: Token): number {
  return Math.max(0, ...matches.map(({ products }) => products))
}

/** The words except stop words and praise; all words if there are no others. */
export function wantedOf(tokens: readonly Token[]): readonly Token[] {
  const large = tokens.filter((token) => !SMALL_WORDS.has(token.text) && !isPraise(token))
  return large.length > 0 ? large : tokens
}

function isPraise({ text, matches }: Token): boolean {
  return PRAISE.has(text) && !matches.some(({ kind }) => kind === 'exact')
}

/** One or more words, all of which a product must have. */
type Alternative = string[]

interface Reading {
  typed: Alternative[]
  like: Alternative[]
  /** At least this many products have one of the words in `like`. */
  products: number
}

function readToken(token: Token, { wide }: ReadSettings, isOpen: boolean): Reading {
  const { text, matches, phrase = [] } = token
  const of = (kind: MatchKind) =>
    matches
      .filter((match) => match.kind === kind && !SMALL_WORDS.has(match.word))
      .map(({ word }) => [word])
  const typed = matches.filter(({ kind }) => AS_TYPED.has(kind)).map(({ word }) => [word])
  const isKnown = matches.some(({ kind }) => kind === 'exact')
  const isNumber = /^[0-9_]+$/.test(text)
  const isWordStart = text.length > 1 && !isNumber
  const longer = of('longer').filter(
    ([word = '']) =>
      isOpen || (isWordStart && (!isKnown || word.length - text.length <= ENDING_MAX)),
  )
  const split = splitInto(text, matches)
  // A guess from a few letters would only add noise to the suggestions.
  const mayGuess = !isOpen || text.length >= GUESS_FROM
  const guesses = (kind: MatchKind) => (mayGuess ? of(kind) : [])
  const near = matches
    .filter(() => mayGuess)
    .filter((match) => isSlip(text, match) || (isOpen && isSlipInStart(text, match)))
    .map(({ word }) => [word])
  const asTyped = [...typed, ...split, ...(phrase.length > 0 ? [phrase] : [])]
  const like = wide
    ? [...asTyped, ...longer, ...near, ...guesses('phonetic'), ...guesses('echo')]
    : (firstOf([
        phrase.length > 0 ? asTyped : [...typed, ...longer],
        split,
        [...near, ...guesses('phonetic')],
        guesses('echo'),
      ]) ?? [])
  const known = new Map(matches.map((match) => [match.word, match.products]))
  const products = like.map(([word = '', ...more]) =>
    more.length > 0 ? 0 : (known.get(word) ?? 0),
  )
  return { typed: isKnown && !wide ? typed : asTyped, like, products: Math.max(0, ...products) }
}

function firstOf(readings: Alternative[][]): Alternative[] | undefined {
  return readings.find((alternatives) => alternatives.length > 0)
}

/** Whether the words differ by one wrong, missing, extra or swapped letter, in a word of four or more letters. */
function isSlip(text: string, { kind, word }: Match): boolean {
  return (
    kind === 'near' && Math.max(text.length, word.length) >= 4 && editDistance(text, word) === 1
  )
}

/** Like `isSlip`, but for a word that is still being typed: compares it with the beginning of the shop's word. */
function isSlipInStart(text: string, { kind, word }: Match): boolean {
  return (
    kind === 'start' &&
    [-1, 0, 1].some((more) => editDistance(text, word.slice(0, text.length + more)) === 1)
  )
}

/**
 * Splits a word into as few of the shop's words as possible: `onepro256gb` into one, pro, 256 and gb. At most one part
 * may be a single letter.
 */
function splitInto(text: string, matches: readonly Match[]): Alternative[] {
  const parts = new Set(matches.filter(({ kind }) => kind === 'part').map(({ word }) => word))
  const best: Array<string[] | null> = [[]]
  for (let end = 1; end <= text.length; end++) {
    best[end] = null
    for (let start = 0; start < end; start++) {
      const before = best[start]
      const part = text.slice(start, end)
      if (!before || !parts.has(part)) continue
      const isLoose = (one: string) => one.length === 1 && !/[0-9]/.test(one)
      if (isLoose(part) && before.some(isLoose)) continue
      if (before.length + 1 < (best[end]?.length ?? PARTS_MAX + 1)) best[end] = [...before, part]
    }
  }
  const whole = best[text.length]
  return whole && whole.length > 1 ? [whole] : []
}

function testsOf({ typed, like }: Reading): Test[] {
  const { anyTyped, namedLike, namedTyped } = WEIGHTS
  const isAlike = { words: anyOf(like, '='), weight: namedLike, isInLikeNamed: true }
  if (typed.length === 0) return [isAlike]
  // If only the typed words match, every hit has them, and a single test for the name carries both weights.
  if (anyOf(typed, '') === anyOf(like, '')) return [{ ...isAlike, weight: namedTyped + namedLike }]
  return [
    { words: anyOf(typed, ''), weight: anyTyped, isInLikeNamed: false },
    { words: anyOf(typed, '='), weight: namedTyped, isInLikeNamed: false },
    isAlike,
  ]
}

/** @param mark precedes each word: '=' for words in product names. */
function anyOf(alternatives: readonly Alternative[], mark: '' | '='): string {
  const written = alternatives.map((words) => words.map((word) => `'${mark}${word}'`).join(' & '))
  return `(${[...new Set(written)].join(' | ')})`
}
