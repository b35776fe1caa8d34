/** Amounts that callers send. */
import { toCents } from '#contract/money.ts'
import type { ServerMessageId } from '#contract/words/message-ids.ts'
import { invalid } from './shop-error.ts'

/** Fields of amounts that have a name in contract/words. */
type AmountField =
  Extract<ServerMessageId, `field.${string}`> extends `field.${infer Field}` ? Field : never

/** The amount in cents. @throws ShopError `invalid` for more than two decimals. */
export function readAmount(field: AmountField, amount: number): number {
  try {
    return toCents(amount)
  } catch {
    throw invalid({
      [field]: [{ id: 'error.decimals', values: { field: { id: `field.${field}` } } }],
    })
  }
}
