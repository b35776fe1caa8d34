/** Money is whole cents inside the shop and a JSON number with at most two decimals on the wire. */

/** Cents as the wire's number: `fromCents(1999)` is `19.99`. */
export function fromCents(cents: number): number {
  return cents / 100
}

/**
 * The wire's number as whole cents: `toCents(19.99)` is `1999`.
 * @throws RangeError when the number is not finite, negative, or has more than two decimals.
 */
export function toCents(amount: number): number {
  const cents = Math.round(amount * 100)
  // Compared through division because 19.99 * 100 is 1998.9999999999998.
  if (!Number.isSafeInteger(cents) || cents < 0 || cents / 100 !== amount) {
    throw new RangeError(`not an amount with at most two decimals: ${amount}`)
  }
  return cents
}

const PRICE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** The same in every language: `formatPrice(1299)` is `$1,299.00`. */
export function formatPrice(amount: number): string {
  return PRICE.format(amount)
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
