/** Totals of a cart, calculated in whole cents so that no fraction of a cent is ever shown. */
import { fromCents, toCents } from '#contract/money.ts'

interface Line {
  price: number
  quantity: number
}

/** The sum of price times quantity. */
export function totalOf(lines: readonly Line[]): number {
  return fromCents(lines.reduce((sum, line) => sum + toCents(line.price) * line.quantity, 0))
}

/** An amount without the dollar sign, for `Order ({total}$)`: `1548`, `39.50`. */
export function plainAmount(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}
