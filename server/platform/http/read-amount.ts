import { PRICE_CENTS_MAX } from '#contract/limits.ts'
import { fromCents, shopCurrency, toCents } from '#contract/money.ts'
import type { ServerMessageId } from '#contract/words/message-ids.ts'
import type { Sentence } from '../words/sentence.ts'
import { invalid } from './shop-error.ts'

/** The names of fields with a label in contract/words. */
type AmountField =
  Extract<ServerMessageId, `field.${string}`> extends `field.${infer Field}` ? Field : never

/**
 * @returns the amount in cents.
 * @throws ShopError `invalid` if it has more decimals than the currency.
 */
export function readAmount(field: AmountField, amount: number): number {
  try {
    return toCents(amount)
  } catch {
    throw invalid({ [field]: [tooManyDecimals(field, shopCurrency().digits)] })
  }
}

/**
 * Reads an amount set by staff, such as a price.
 * @returns the amount in cents.
 * @throws ShopError `invalid` if it has more decimals than the currency or is too large.
 */
export function readPrice(field: AmountField, amount: number): number {
  const cents = readAmount(field, amount)
  if (cents > PRICE_CENTS_MAX) {
    const values = { label: { id: `field.${field}` }, limit: fromCents(PRICE_CENTS_MAX) } as const
    throw invalid({ [field]: [{ id: 'field-error.maximum', values }] })
  }
  return cents
}

export function tooManyDecimals(field: AmountField, digits: number): Sentence {
  const decimals = { 0: 'none', 3: 'three', 6: 'six' }[digits] ?? 'two'
  return { id: 'error.decimals', values: { field: { id: `field.${field}` }, decimals } }
}
