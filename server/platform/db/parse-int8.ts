/**
 * 64-bit integers (ids, sums, counts) as numbers, the same on both engines.
 * @throws RangeError above 2^53 - 1 instead of losing a digit.
 */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer too large for a number: ${text}`)
  return value
}
