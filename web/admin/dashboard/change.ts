/** Changes, shares and axis ticks for the dashboard's figures. Pure functions. */

/** A larger percentage only means that there was next to nothing before. */
const CHANGE_MAX = 999

/**
 * The growth in whole percent; null if either figure is missing, if the earlier one is not positive, or above
 * `CHANGE_MAX`.
 */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before <= 0) return null
  const change = Math.round(((now - before) / before) * 100)
  return change > CHANGE_MAX ? null : change
}

/**
 * Each value's share in whole percent. The shares add up to 100: the points lost to rounding down go to the values that
 * lost the most. Negative values are treated as 0; if no value is positive, all shares are 0.
 */
export function sharesOf(values: readonly number[]): number[] {
  const parts = values.map((value) => Math.max(0, value))
  const all = parts.reduce((sum, part) => sum + part, 0)
  if (all === 0) return parts.map(() => 0)
  const exact = parts.map((part) => (part / all) * 100)
  const shares = exact.map(Math.floor)
  const left = 100 - shares.reduce((sum, share) => sum + share, 0)
  const lost = exact.map((share, place) => ({ place, rest: share - Math.floor(share) }))
  for (const { place } of lost.sort((a, b) => b.rest - a.rest).slice(0, left)) {
    shares[place] = (shares[place] ?? 0) + 1
  }
  return shares
}

/** The axis's ticks: round numbers in ascending order that cover `low` to `high` and include zero. */
export function ticksOf(low: number, high: number): number[] {
  // The axis needs a range even if there is no revenue.
  const span = Math.max(high, 0) - Math.min(low, 0) || 100
  const rough = span / 3
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * magnitude).find((n) => n >= rough) ?? rough
  const first = Math.floor(Math.min(low, 0) / step)
  const last = Math.ceil(Math.max(high, 0) / step)
  return Array.from({ length: Math.max(last - first, 1) + 1 }, (_, at) => (first + at) * step)
}
