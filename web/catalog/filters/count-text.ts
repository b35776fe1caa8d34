import { COUNT_MAX } from '#contract/limits.ts'

/** A count of a list as it is shown: beyond the limit nobody counts. */
export function countText(count: number): string {
  return count < COUNT_MAX ? String(count) : `${COUNT_MAX.toLocaleString('en')}+`
}
