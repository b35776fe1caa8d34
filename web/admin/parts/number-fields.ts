/** What number fields of forms have in common. */
import { PRICE_CENTS_MAX } from '#contract/limits.ts'

/** More than nothing, in dollars. */
export const AMOUNT = {
  type: 'number',
  step: 0.01,
  min: 0.01,
  max: PRICE_CENTS_MAX / 100,
  dir: 'ltr',
} as const

export const COUNT = { type: 'number', step: 1, dir: 'ltr', inputMode: 'numeric' } as const
