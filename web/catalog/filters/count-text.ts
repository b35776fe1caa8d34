import { COUNT_MAX } from '#contract/limits.ts'

/** A list's count for display: beyond the limit it is a lower bound. */
export function countText(count: number): string {
  return count < COUNT_MAX ? String(count) : `${COUNT_MAX.toLocaleString('en')}+`
}
