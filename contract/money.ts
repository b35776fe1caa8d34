/**
 * Internally, an amount is an integer in the currency's smallest unit, called cents for any currency; in the API, it is
 * a JSON number in the main unit. The currency is the shop's, set for this process or page by `setCurrency`.
 */
import { type Locale, languageOf } from './locale.ts'
import { shopCurrency, USD } from './shop-currency.ts'

export { type Currency, setCurrency, shopCurrency, USD } from './shop-currency.ts'

/** Amount formatters, keyed by currency and language: `USD en`. */
const formats = new Map<string, Intl.NumberFormat>()

/** The currency's smallest unit, expressed in the main unit: 0.01 for USD, 1 for JPY. */
export function smallestAmount(): number {
  return fromCents(1)
}

/** Converts cents to an amount in the API: `fromCents(1999)` is `19.99`. */
export function fromCents(cents: number): number {
  return cents / 10 ** shopCurrency().digits
}

/**
 * Converts an amount in the API to cents: `toCents(19.99)` is `1999`.
 * @throws RangeError if the amount is not finite, is negative or too large, or has more decimals than the currency.
 */
export function toCents(amount: number): number {
  const cents = Math.round(amount * 10 ** shopCurrency().digits)
  // Converted back before comparing, because 19.99 * 100 is 1998.9999999999998.
  if (!Number.isSafeInteger(cents) || cents < 0 || fromCents(cents) !== amount) {
    throw new RangeError(`not a valid ${shopCurrency().code} amount: ${amount}`)
  }
  return cents
}

/**
 * `$1,299.00` in every language, as the specification requires for dollars; other currencies follow the
 * language: `€1,299.00`, `‏1,299.00 €`.
 */
export function formatMoney(amount: number, locale: Locale): string {
  const key = `${shopCurrency().code} ${locale}`
  const format = formats.get(key) ?? moneyFormat(locale)
  formats.set(key, format)
  return format.format(amount)
}

/** The formatter that `formatMoney` uses. @param options additional options, such as compact notation. */
export function moneyFormat(
  locale: Locale,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const { code, digits } = shopCurrency()
  const isDollar = code === USD.code
  return new Intl.NumberFormat(isDollar ? 'en-US' : languageOf(locale).format, {
    style: 'currency',
    currency: code,
    // Arabic has its own symbols, such as د.إ. and ج.م.
    currencyDisplay: locale === 'en' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...options,
  })
}

/** The currency as shown in labels: `$`, or its code. */
export function currencyMark(): string {
  const { code } = shopCurrency()
  return code === USD.code ? '$' : code
}

interface Reduced {
  price: number
  /** The former price; null if the product is not reduced. */
  compare_at_price: number | null
}

/** The discount as a share of the former price, between 0 and 1; 0 if there is none. */
export function reductionOf({ price, compare_at_price: before }: Reduced): number {
  return before && before > price ? (toCents(before) - toCents(price)) / toCents(before) : 0
}

/** The discount in whole percent, rounded down, so that it is never overstated. */
export function reductionPercent(product: Reduced): number {
  return Math.floor(reductionOf(product) * 100)
}
