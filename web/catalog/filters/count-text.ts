import { COUNT_MAX } from '#contract/limits.ts'

/** Formats a count for display; from `COUNT_MAX` up, the count is only a lower bound. */
export function countText(count: number): string {
  return count < COUNT_MAX ? String(count) : `${COUNT_MAX.toLocaleString('en')}+`
}
