import { PRICE_CENTS_MAX } from '#contract/limits.ts'
import { fromCents, smallestAmount } from '#contract/money.ts'

/**
 * Input props of number fields: text fields with a `step`, which `checkFields` checks, because fields of type number
 * accept neither a decimal comma nor Arabic digits.
 */

/** For an amount above zero in the shop's currency. */
export function amountField() {
  const least = smallestAmount()
  const max = fromCents(PRICE_CENTS_MAX)
  return { ...DECIMAL, step: least, min: least, max } as const
}

export const COUNT = { step: 1, dir: 'ltr', inputMode: 'numeric' } as const
export const DECIMAL = { step: 'any', dir: 'ltr', inputMode: 'decimal' } as const
