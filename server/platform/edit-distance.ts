/**
 * The minimum number of edits that turn one word into the other. An edit inserts, deletes or replaces a letter, or
 * swaps two adjacent ones (optimal string alignment).
 */
export function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        at(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        at(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isSwap ? at(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return at(rows, one.length, other.length)
}

function at(rows: readonly number[][], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}
