/** Totals of a cart, calculated in whole cents so that no fraction of a cent is ever shown. */
import { currencyMark, fromCents, toCents } from '#contract/money.ts'
import { formatPrice } from '#web/i18n/format.ts'

interface Line {
  price: number
  quantity: number
}

export function totalOf(lines: readonly Line[]): number {
  return fromCents(lines.reduce((sum, line) => sum + toCents(line.price) * line.quantity, 0))
}

/** The amount on the order button. Dollar amounts are formatted as specified, such as `1548$` or `39.50$`. */
export function buttonAmount(amount: number): string {
  if (currencyMark() !== '$') return formatPrice(amount)
  return `${Number.isInteger(amount) ? amount : amount.toFixed(2)}$`
}
