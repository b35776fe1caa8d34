import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { dueOf, groupsOf, ordersOf, stepsOf, sumsOf } from './order-view.ts'

const ADDRESS = {
  name: 'Layla Noor',
  phone: '+971501234567',
  phone_international: '+971 50 123 4567',
  country: 'AE',
  region: 'DU',
  city: null,
  lines: ['Al Wasl Road 12'],
  postcode: null,
  note: null,
  formatted: [],
  formatted_ar: [],
}

const PLACED = '2026-11-02T10:00:00.000Z'

function order(rest: Partial<Order>): Order {
  return {
    id: 1,
    purchaseId: 1,
    dateOrder: PLACED,
    quantity: 1,
    paymentMethod: 'card',
    payment: 'online',
    deliveryMethod: 'delivery',
    orderBy: 1,
    Product: 1,
    created_at: PLACED,
    updated_at: PLACED,
    state: 'pending',
    price: 10,
    total: 10,
    discount: 0,
    confirmed_at: null,
    paid_at: null,
    delivered_at: null,
    canceled_at: null,
    sent_at: null,
    parcel: null,
    product: { id: 1, name: 'Phone', name_ar: 'هاتف', price: 10, profileImage: null },
    paid: 0,
    paidDelivery: 0,
    refunded: 0,
    owed: 10,
    refunds: [],
    address: null,
    ...rest,
  }
}

const pending = order({ id: 1 })
const confirmed = order({ id: 2, state: 'confirm', confirmed_at: PLACED })
const paid = order({ id: 3, state: 'complete', confirmed_at: PLACED, paid_at: PLACED })
const delivered = order({ ...paid, id: 4, delivered_at: PLACED })
const canceled = order({ id: 5, state: 'canceled', canceled_at: PLACED })
const all = [pending, confirmed, paid, delivered, canceled]

const idsIn = (tab: Parameters<typeof ordersOf>[1]) => ordersOf(all, tab).map(({ id }) => id)

test('until a tab is chosen, pending, confirmed and paid orders are listed', () => {
  expect(idsIn(null)).toEqual([1, 2, 3, 4])
})

test('each tab lists the orders of its states', () => {
  expect(idsIn('processing')).toEqual([1, 2])
  expect(idsIn('shipped')).toEqual([3])
  expect(idsIn('delivered')).toEqual([4, 5])
})

test('orders of one purchase are listed together', () => {
  const orders = [order({ id: 3, purchaseId: 2 }), order({ id: 2 }), order({ id: 1 })]
  expect(groupsOf(orders).map((group) => group.map(({ id }) => id))).toEqual([[3], [2, 1]])
})

test('what is due for a purchase includes the delivery fee until it is paid', () => {
  const discounted = order({ id: 6, discount: 1.5 })
  const due = (...orders: Order[]) => dueOf({ orders, delivery: 20 })
  expect(due(pending)).toEqual({ total: 30, delivery: 20 })
  expect(due(confirmed, discounted, canceled)).toEqual({ total: 38.5, delivery: 20 })
  const payer = order({ ...paid, paidDelivery: 20 })
  expect(due(pending, payer)).toEqual({ total: 10, delivery: 0 })
  const refund = { amount: 20, units: 0, kind: 'delivery', reason: null, at: PLACED } as const
  const returned = { ...payer, refunds: [refund] }
  expect(due(pending, returned)).toEqual({ total: 30, delivery: 20 })
})

test('a purchase costs what its invoice says, also once an order is refunded', () => {
  const sums = (...orders: Order[]) => sumsOf({ orders, delivery: 20 })
  const refunded = order({ ...paid, state: 'canceled', paid: 10, refunded: 10 })
  const part = order({ ...paid, paid: 30, paidDelivery: 20, refunded: 0.1 })
  expect(sums(part, refunded, canceled)).toEqual({ total: 40, refunded: 10.1 })
  expect(sums(pending, canceled)).toEqual({ total: 30, refunded: 0 })
  expect(sums(canceled)).toBeNull()
})

const marks = (of: Order, isFixed: boolean) => stepsOf(of, isFixed).map(({ done }) => done)

test('with fixed marks two steps are always marked, the others only when complete', () => {
  expect(marks(pending, true)).toEqual([true, true, false, false])
  expect(marks(canceled, true)).toEqual([true, true, false, false])
  expect(marks(paid, true)).toEqual([true, true, true, false])
  expect(marks(delivered, true)).toEqual([true, true, true, true])
})

test('without them a step is marked when it has happened', () => {
  expect(marks(pending, false)).toEqual([true, false, false, false])
  expect(marks(confirmed, false)).toEqual([true, true, false, false])
  expect(marks(paid, false)).toEqual([true, true, true, false])
  expect(marks(delivered, false)).toEqual([true, true, true, true])
  expect(marks(canceled, false)).toEqual([true, false, false, false])
})

test('a marked step that has not happened shows what it waits for', () => {
  expect(stepsOf(pending, true)[1]).toMatchObject({ at: null, waitsFor: 'order.wait.confirmed' })
  expect(stepsOf(paid, true)[3]).toMatchObject({ at: null, waitsFor: 'order.wait.address' })
  const addressed = order({ ...paid, address: ADDRESS })
  expect(stepsOf(addressed, true)[3]).toMatchObject({ at: null, waitsFor: 'order.wait.sent' })
  const sent = order({ ...paid, sent_at: PLACED })
  expect(stepsOf(sent, true)[3]).toMatchObject({ waitsFor: 'order.wait.delivered' })
  expect(stepsOf(canceled, true)[2]).toMatchObject({ at: null, waitsFor: 'order.wait.canceled' })
})

test('a screen reader hears what has happened, and not "Not yet" of what never will', () => {
  const spoken = (of: Order) => stepsOf(of, true).map((step) => step.spoken)
  const [done, open] = ['order.done', 'order.open']
  expect(spoken(confirmed)).toEqual([done, done, open, open])
  expect(spoken(canceled)).toEqual([done, null, null, null])
  expect(spoken(order({ ...paid, state: 'canceled' }))).toEqual([done, done, done, null])
})
