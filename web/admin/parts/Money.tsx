import { formatPrice } from '#web/i18n/format.ts'

/** An amount that keeps its sign and its `$` in front in a text that reads from the right. */
export function Money({ amount }: { amount: number }) {
  return <bdi dir="ltr">{formatPrice(amount)}</bdi>
}
