import { describe, expect, it } from 'vitest'
import {
  canMove,
  MOVES,
  type Mover,
  ORDER_STATES,
  ORDER_TABS,
  type OrderState,
  orderTab,
  standingOf,
} from './order-moves.ts'

const MOVERS: Mover[] = ['customer', 'admin', 'server']

function order(state: OrderState, delivered = false) {
  return { state, delivered_at: delivered ? '2026-01-01T00:00:00Z' : null }
}

describe('an order', () => {
  it.for<[OrderState, boolean, Record<Mover, string[]>]>([
    [
      'pending',
      false,
      { customer: ['cancel'], admin: ['confirm', 'cancel'], server: ['confirm', 'cancel'] },
    ],
    [
      'confirm',
      false,
      { customer: ['pay', 'cancel'], admin: ['cancel'], server: ['pay', 'cancel'] },
    ],
    [
      'complete',
      false,
      { customer: ['deliver'], admin: ['deliver', 'refund'], server: ['refund'] },
    ],
    ['complete', true, { customer: [], admin: ['refund'], server: ['refund'] }],
    ['canceled', false, { customer: [], admin: [], server: [] }],
  ])('in %s (delivered: %s) allows exactly what its table says', ([state, delivered, allowed]) => {
    for (const mover of MOVERS) {
      const moves = MOVES.filter((move) => canMove(order(state, delivered), move, mover))

      expect(moves).toEqual(allowed[mover])
    }
  })

  it('can never leave the state canceled', () => {
    const moves = MOVES.filter((move) => MOVERS.some((by) => canMove(order('canceled'), move, by)))

    expect(moves).toEqual([])
  })

  it('is called by what became of it', () => {
    const paid_at = '2026-01-01T00:00:00Z'

    expect(ORDER_STATES.map((state) => standingOf(order(state)))).toEqual([
      'pending',
      'confirm',
      'shipped',
      'canceled',
    ])
    expect(standingOf(order('complete', true))).toBe('delivered')
    expect(standingOf({ ...order('canceled'), paid_at })).toBe('refunded')
  })

  it('stands under one tab in every state', () => {
    for (const state of ORDER_STATES) {
      for (const delivered of [false, true]) {
        expect(ORDER_TABS).toContain(orderTab(order(state, delivered)))
      }
    }
    expect(orderTab(order('pending'))).toBe('processing')
    expect(orderTab(order('confirm'))).toBe('processing')
    expect(orderTab(order('complete'))).toBe('shipped')
    expect(orderTab(order('complete', true))).toBe('delivered')
    expect(orderTab(order('canceled'))).toBe('delivered')
  })
})
