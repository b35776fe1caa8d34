/**
 * Money is whole units of the smallest coin inside the shop, called cents whatever the currency, and a JSON number of
 * the currency's main unit on the wire. The currency is the shop's: `setCurrency` tells it to this process or page.
 */
import { type Locale, languageOf } from './locale.ts'
import { shopCurrency, USD } from './shop-currency.ts'

export { type Currency, setCurrency, shopCurrency, USD } from './shop-currency.ts'

/** By currency and language. */
const formats = new Map<string, Intl.NumberFormat>()

/** What the smallest coin is worth: 0.01 for USD, 1 for JPY. */
export function smallestAmount(): number {
  return fromCents(1)
}

/** Cents as the wire's number: `fromCents(1999)` is `19.99`. */
export function fromCents(cents: number): number {
  return cents / 10 ** shopCurrency().digits
}

/**
 * The wire's number as whole cents: `toCents(19.99)` is `1999`.
 * @throws RangeError when the number is not finite, negative, or has more decimals than the currency.
 */
export function toCents(amount: number): number {
  const cents = Math.round(amount * 10 ** shopCurrency().digits)
  // Compared through division because 19.99 * 100 is 1998.9999999999998.
  if (!Number.isSafeInteger(cents) || cents < 0 || fromCents(cents) !== amount) {
    throw new RangeError(`not an amount of ${shopCurrency().code}: ${amount}`)
  }
  return cents
}

/**
 * `$1,299.00`, the same in every language, as the specification has dollars; any other currency as the language
 * writes it: `€1,299.00`, `‏1,299.00 €`.
 */
export function formatMoney(amount: number, locale: Locale): string {
  const key = `${shopCurrency().code} ${locale}`
  const format = formats.get(key) ?? moneyFormat(locale)
  formats.set(key, format)
  return format.format(amount)
}

/** The format of `formatMoney`. @param options more of them, such as a shorter notation. */
export function moneyFormat(
  locale: Locale,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const { code, digits } = shopCurrency()
  const isDollar = code === USD.code
  return new Intl.NumberFormat(isDollar ? 'en-US' : languageOf(locale).format, {
    style: 'currency',
    currency: code,
    // Arabic has symbols of its own: د.إ. and ج.م.
    currencyDisplay: locale === 'en' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...options,
  })
}

/** Names the currency in labels: `$`, else its code. */
export function currencyMark(): string {
  const { code } = shopCurrency()
  return code === USD.code ? '$' : code
}

interface Reduced {
  price: number
  /** The former price, in the wire's field. */
  compare_at_price: number | null
}

/** How much of the former price is taken off, between 0 and 1; 0 when it is not reduced. */
export function reductionOf({ price, compare_at_price: before }: Reduced): number {
  return before && before > price ? (toCents(before) - toCents(price)) / toCents(before) : 0
}

/** The same in whole percent, rounded down: a page never promises more than the price keeps. */
export function reductionPercent(product: Reduced): number {
  return Math.floor(reductionOf(product) * 100)
}
