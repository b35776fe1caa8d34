import { formatPrice } from '#web/i18n/format.ts'
import { Amount } from '#web/ui/Price.tsx'

/** An amount of money in a table or a text. */
export function Money({ amount }: { amount: number }) {
  return <Amount>{formatPrice(amount)}</Amount>
}
