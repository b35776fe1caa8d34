import { COUNT_MAX } from '#contract/limits.ts'

/** A count for display; from `COUNT_MAX` on, it is only a lower bound. */
export function countText(count: number): string {
  return count < COUNT_MAX ? String(count) : `${COUNT_MAX.toLocaleString('en')}+`
}
