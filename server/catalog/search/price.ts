/** Prices within a search: "watch under 300" becomes the search "watch" and a price filter. */
import { type Currency, fromCents, shopCurrency, smallestAmount } from '#contract/money.ts'
import { latinDigits } from '#contract/typed-text.ts'
import { AMOUNT_IN_WORDS, amountInWords } from './price-words.ts'

export interface PricedSearch {
  /** The search without the words about price. */
  words: string
  /** The lowest and the highest price, in units of the shop's currency such as dollars. */
  min?: number
  max?: number
  /** Whether the customer wants the cheapest products. */
  isCheapest?: boolean
  /** Whether the price is two numbers without a word or a sign for money, which could also be a product's name. */
  isBare?: boolean
}

/** A number with a unit is not a price, as in "under 5 kg". */
const NO_UNIT = String.raw`(?![\w.])(?!\s?(?:[kmgt]b|mah|[mck]?m|inch(?:es)?|hz|[km]hz|w|watts?|kg|g|mp|pa|v|volts?|fps|lumens?|ml|h|hours?|days?|years?|بوصه|بوصة|جيجا\S*|تيرا\S*|واط|فولت|ملم|سم|متر|كجم|كيلو\S*|ساع\S*|سنوات)(?![\p{L}\p{N}]))`
const START = String.raw`(?<![\p{L}\p{N}])`

/** Currency names and symbols, all taken to mean the shop's currency. */
const SYMBOL = '[$€£¥₹₺]'
const NAME =
  'dollars?|euros?|دولار(?:ا|ات)?|يورو|درهم(?:ا)?|ريال(?:ا|ات)?|دينار(?:ا)?|جنيه(?:ا|ات)?'

/** What a range has between its ends; `search` is in NFKC, which leaves these dashes apart. */
const DASH = '[-‐‒–—−]'
/** The least amount of a bare range, since "10-20" of something is a size, too. */
const BARE_MIN = 20

interface Patterns {
  money: RegExp
  between: RegExp
  range: RegExp
  below: RegExp
  above: RegExp
}

const patterns = new Map<string, Patterns>()

/** Besides the shop's currency code, only `usd` is recognized, since many codes are ordinary words: pen, try, mad. */
function patternsOf({ code, digits }: Currency): Patterns {
  const known = patterns.get(code)
  if (known) return known
  const decimals = String.raw`(\.\d{1,${Math.max(2, digits)}})?`
  const inDigits = String.raw`\d{1,3}(?:,\d{3})+|\d{1,7}`
  const amountOf = (number: string) =>
    String.raw`(?:${SYMBOL}|${code})?\s?(${number})${decimals}\s?(?:${SYMBOL}|usd|${code}|${NAME})?`
  const bare = amountOf(inDigits)
  // Only after a word for a price, since number words are in the names of products, too.
  const amount = amountOf(`${AMOUNT_IN_WORDS}|${inDigits}`)
  const made = {
    money: new RegExp(`${SYMBOL}|usd|${code}|${NAME}`, 'iu'),
    between: pattern(
      String.raw`(?:between|بين)\s+${amount}(?:\s+(?:and|to|و|الى|إلى)\s*|\s?${DASH}\s?)${amount}`,
    ),
    // Model numbers have letters or more dashes around them: "WH-1000-2000", "2-in-1", "300-600-900".
    range: pattern(
      String.raw`(?<![\p{L}\p{N}]${DASH})(?:(?:from|من)\s+)?${bare}(?:\s?${DASH}\s?|\s+(?:to|الى|إلى)\s+)${bare}(?!${DASH})`,
    ),
    below: pattern(
      String.raw`(?:under|below|less than|cheaper than|up to|at most|max(?:imum)?(?=\s?${SYMBOL})|ب?[أا]قل من|[أا]رخص من|تحت|لا يزيد عن)\s+${amount}`,
    ),
    above: pattern(
      String.raw`(?:over|above|more than|at least|min(?:imum)?(?=\s?${SYMBOL})|[أا]كثر من|[أا]غلى من|فوق)\s+${amount}`,
    ),
  }
  patterns.set(code, made)
  return made
}

/**
 * Words asking for the cheapest products. They can also be praise, so they stay in the search if it has other words.
 */
const CHEAP = new RegExp(
  String.raw`${START}(?:the\s+)?(?:cheap(?:er|est)?|affordable|(?:ال)?[أا]رخص|(?:ال)?رخيص(?:[ةه]|ين)?)(?![\p{L}\p{N}])`,
  'iu',
)

/** @param mayBeBare whether to read a range without a word or a sign for money. */
export function readPrice(search: string, mayBeBare = true): PricedSearch {
  const { words, ...limits } = readLimits(search, mayBeBare)
  const cheap = CHEAP.exec(words)
  if (!cheap) return { words, ...limits }
  return { words: without(words, cheap) && words, ...limits, isCheapest: true }
}

function readLimits(search: string, mayBeBare: boolean): Omit<PricedSearch, 'isCheapest'> {
  // Arabic keyboards have other marks between thousands and before decimals.
  const text = latinDigits(search.normalize('NFKC'))
    .replace(/(?<=\d)[٬،](?=\d{3})/g, ',')
    .replace(/(?<=\d)٫(?=\d)/g, '.')
  const { between: twoEnds, below: most, above: least } = patternsOf(shopCurrency())
  const between = twoEnds.exec(text)
  if (between) return { words: without(text, between), ...endsOf(between) }
  const below = most.exec(text)
  const rest = below ? without(text, below) : text
  const above = least.exec(rest)
  const range = below || above ? undefined : readRange(text)
  if (range && (mayBeBare || !range.isBare)) return range
  return {
    // A search without a price stays unchanged, so that it can be echoed as typed.
    words: below || above ? (above ? without(rest, above) : rest) : search,
    ...(above && { min: amountOf(above, 1) }),
    ...(below && { max: amountOf(below, 1) }),
  }
}

/** Reads "300-600" and "from 300 to 600". Without a sign for money, the numbers must look like two prices. */
function readRange(text: string): PricedSearch | undefined {
  const { range, money } = patternsOf(shopCurrency())
  const match = range.exec(text)
  if (!match) return
  const { min, max } = endsOf(match)
  const read = { words: without(text, match), min, max }
  if (money.test(match[0])) return read
  const isAscending = amountOf(match, 1) < max
  const areYears = min >= 1990 && max < 2100
  const arePrices = [min, max].every(looksLikePrice)
  return min >= BARE_MIN && arePrices && isAscending && !areYears
    ? { ...read, isBare: true }
    : undefined
}

/** True for 300, 399 and 29.99; other numbers are sizes and models, as in "tv 55-65" and "ssd 128-256". */
function looksLikePrice(amount: number): boolean {
  return amount % 10 === 0 || !Number.isInteger(amount) || (amount > 100 && amount % 10 === 9)
}

function endsOf(match: RegExpExecArray): { min: number; max: number } {
  const ends = [amountOf(match, 1), amountOf(match, 3)]
  return { min: Math.min(...ends), max: Math.max(...ends) }
}

function pattern(source: string): RegExp {
  return new RegExp(`${START}${source}${NO_UNIT}`, 'iu')
}

function amountOf(match: RegExpExecArray, group: number): number {
  const number = match[group] ?? ''
  const amount = /^[\d,]+$/.test(number)
    ? Number(`${number.replaceAll(',', '')}${match[group + 1] ?? ''}`)
    : amountInWords(number)
  return fromCents(Math.round(amount / smallestAmount()))
}

function without(text: string, match: RegExpExecArray): string {
  const end = match.index + match[0].length
  return `${text.slice(0, match.index)} ${text.slice(end)}`.replace(/\s+/g, ' ').trim()
}
