/**
 * The tax included in an amount, in cents, rounded half up like `tax_within` in the database: `taxWithin(10500, 5)` is
 * `500`.
 * @param cents the amount, which must not be negative.
 * @param percent with at most two decimals.
 */
export function taxWithin(cents: number, percent: number): number {
  const basisPoints = Math.round(percent * 100)
  return Math.round((cents * basisPoints) / (10_000 + basisPoints))
}
