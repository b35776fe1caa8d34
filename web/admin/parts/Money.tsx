import { formatPrice } from '#web/i18n/format.ts'
import { Amount } from '#web/ui/Price.tsx'

export function Money({ amount }: { amount: number }) {
  return <Amount>{formatPrice(amount)}</Amount>
}
