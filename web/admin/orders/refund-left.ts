import type { AdminOrder } from '#contract/admin/orders.ts'
import { fromCents, smallestAmount, toCents } from '#contract/money.ts'
import { costOf } from '#contract/order-cost.ts'
import { numberIn } from '#contract/read-decimal.ts'
import { centsOfUnits } from '#contract/refund-share.ts'

/** The amount (in cents, without the delivery fee) and the units of an order that can still be refunded. */
export function leftOf({ paid, paidDelivery, refunds, quantity }: AdminOrder) {
  const goods = refunds.filter(({ kind }) => kind === 'goods')
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const backCents = sum(goods.map(({ amount }) => toCents(amount)))
  return {
    cents: toCents(paid) - toCents(paidDelivery) - backCents,
    units: quantity - sum(goods.map(({ units }) => units)),
  }
}

/** The number of an order's units that go into its parcel: all except those refunded before it was sent. */
export function unitsToSend({ quantity, sent_at, refunds }: AdminOrder): number {
  const before = refunds.filter(({ at }) => sent_at === null || at < sent_at)
  return before.reduce((units, refund) => units - refund.units, quantity)
}

export type What = 'whole' | 'units' | 'amount'

/** Whether a refund also cancels the order, because it covers the whole order or its last units. */
export function endsOrder(order: AdminOrder, what: What, value: string): boolean {
  return what === 'whole' || (what === 'units' && numberIn(value) === leftOf(order).units)
}

/**
 * The amount to refund in cents, calculated as on the server; null if `value` is invalid.
 * @param value the units or the amount as typed; not used for `whole`
 */
export function centsOf(order: AdminOrder, what: What, value: string): number | null {
  const left = leftOf(order)
  if (what === 'whole') return left.cents
  const number = numberIn(value)
  if (what === 'amount') {
    const cents = Math.round(number / smallestAmount())
    return cents >= 1 && cents <= left.cents && fromCents(cents) === number ? cents : null
  }
  if (!Number.isInteger(number) || number < 1 || number > left.units) return null
  if (number === left.units) return left.cents
  const share = centsOfUnits({
    costCents: toCents(costOf(order)),
    quantity: order.quantity,
    before: order.quantity - left.units,
    units: number,
  })
  return Math.min(share, left.cents)
}
