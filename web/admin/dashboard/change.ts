/** What the dashboard's figures say of each other. Pure. */

/** Whole percent by which a figure grew, null where there is nothing to compare with. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before <= 0) return null
  return Math.round(((now - before) / before) * 100)
}

/**
 * Whole percent that each value is of all of them, 100 together: those that lost most by being
 * cut get what is left over. Below zero counts as nothing.
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

/** Round values for the lines behind a chart that reaches from `low` to `high`, zero among them. */
export function ticksOf(low: number, high: number): number[] {
  // Nothing happened: whole dollars all the same.
  const span = Math.max(high, 0) - Math.min(low, 0) || 100
  const rough = span / 3
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * magnitude).find((n) => n >= rough) ?? rough
  const first = Math.floor(Math.min(low, 0) / step)
  const last = Math.ceil(Math.max(high, 0) / step)
  return Array.from({ length: Math.max(last - first, 1) + 1 }, (_, at) => (first + at) * step)
}
