/**
 * The tax contained in an amount, rounded half up, as `tax_within` of the database does:
 * `taxWithin(10500, 5)` is `500`.
 * @param cents not negative.
 * @param percent with at most two decimals.
 */
export function taxWithin(cents: number, percent: number): number {
  const basisPoints = Math.round(percent * 100)
  return Math.round((cents * basisPoints) / (10_000 + basisPoints))
}
