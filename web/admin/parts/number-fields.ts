import { PRICE_CENTS_MAX } from '#contract/limits.ts'
import { fromCents, smallestAmount } from '#contract/money.ts'

/** Input props for an amount above zero in the shop's currency. */
export function amountField() {
  const least = smallestAmount()
  const max = fromCents(PRICE_CENTS_MAX)
  return { type: 'number', step: least, min: least, max, dir: 'ltr', inputMode: 'decimal' } as const
}

export const COUNT = { type: 'number', step: 1, dir: 'ltr', inputMode: 'numeric' } as const
