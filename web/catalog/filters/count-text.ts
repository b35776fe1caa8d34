import { COUNT_MAX } from '#contract/limits.ts'

/** A list's count for display; from the limit on it is a lower bound. */
export function countText(count: number): string {
  return count < COUNT_MAX ? String(count) : `${COUNT_MAX.toLocaleString('en')}+`
}
