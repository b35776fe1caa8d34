/** Statistics of measurements. */

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The slope of the least-squares line through the points. */
export function slope(points: ReadonlyArray<readonly [x: number, y: number]>): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const under = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return under === 0 ? 0 : over / under
}
