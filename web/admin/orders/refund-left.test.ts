import { describe, expect, it } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { centsOf, endsOrder, leftOf, unitsToSend } from './refund-left.ts'

const back = (amount: number, units = 0, kind: 'goods' | 'delivery' = 'goods') => ({
  amount,
  units,
  kind,
  reason: null,
  at: '2026-11-02T10:00:00.000Z',
})
const order = {
  quantity: 3,
  total: 10,
  discount: 0,
  paid: 15,
  paidDelivery: 5,
  refunds: [back(3.34, 1), back(0.01)],
} as AdminOrder

describe('what a refund returns', () => {
  it('is at most what is left of the goods', () => {
    expect(leftOf(order)).toEqual({ cents: 665, units: 2 })
    expect(leftOf({ ...order, refunds: [...order.refunds, back(5, 0, 'delivery')] }).cents).toBe(
      665,
    )
    expect(centsOf(order, 'whole', '')).toBe(665)
  })

  it('is for a unit what was paid for it, and not what it would have cost without a coupon', () => {
    const discounted = { ...order, discount: 1.5, paid: 8.5, paidDelivery: 0, refunds: [] }
    expect(centsOf(discounted, 'units', '1')).toBe(284)
    expect(centsOf(discounted, 'units', '2')).toBe(567)
  })

  it('leaves the other units to be sent, and what was sent before as it was', () => {
    const unsent = { ...order, sent_at: null }
    expect(unitsToSend(unsent)).toBe(2)
    expect(unitsToSend({ ...order, sent_at: '2026-11-01T10:00:00.000Z' })).toBe(3)
  })

  it.each([
    ['1', 333],
    ['2', 665],
    ['3', null],
    ['0', null],
    ['1.5', null],
    ['', null],
  ])('of %s units are %s cents', (value, cents) => {
    expect(centsOf(order, 'units', value)).toBe(cents)
  })

  it('is nothing for units whose money is back, and ends the order with its last units alone', () => {
    const spent = { ...order, refunds: [...order.refunds, back(6.65)] }
    expect(leftOf(spent)).toEqual({ cents: 0, units: 2 })
    expect(centsOf(spent, 'units', '1')).toBe(0)
    expect(endsOrder(spent, 'units', '1')).toBe(false)
    expect(endsOrder(spent, 'units', '2')).toBe(true)
    expect(endsOrder(order, 'amount', '6.65')).toBe(false)
    expect(endsOrder(order, 'whole', '')).toBe(true)
  })

  it.each([
    ['6.65', 665],
    ['0.01', 1],
    ['6.66', null],
    ['0', null],
    ['0.001', null],
    ['', null],
    ['x', null],
  ])('of the amount %s are %s cents', (value, cents) => {
    expect(centsOf(order, 'amount', value)).toBe(cents)
  })
})
