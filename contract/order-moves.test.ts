import { describe, expect, it } from 'vitest'
import {
  canMove,
  MOVES,
  type Mover,
  ORDER_STATES,
  ORDER_TABS,
  type OrderState,
  orderProgress,
  orderStatus,
  orderTab,
} from './order-moves.ts'

const MOVERS: Mover[] = ['customer', 'admin', 'server']

const TIME = new Date().toISOString()

function order(state: OrderState, delivered = false) {
  return { state, delivered_at: delivered ? TIME : null, sent_at: null }
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
      { customer: ['deliver'], admin: ['send', 'deliver', 'refund'], server: ['refund'] },
    ],
    ['complete', true, { customer: [], admin: ['undeliver', 'refund'], server: ['refund'] }],
    ['canceled', false, { customer: [], admin: [], server: [] }],
  ])('in %s (delivered: %s) allows exactly what its table says', ([state, delivered, allowed]) => {
    for (const mover of MOVERS) {
      const moves = MOVES.filter((move) => canMove(order(state, delivered), move, mover))

      expect(moves).toEqual(allowed[mover])
    }
  })

  it.for<[OrderState, boolean, Record<Mover, string[]>]>([
    [
      'pending',
      false,
      { customer: ['cancel'], admin: ['confirm', 'cancel'], server: ['confirm', 'cancel'] },
    ],
    [
      'confirm',
      false,
      { customer: ['pay', 'cancel'], admin: ['pay', 'send', 'cancel'], server: ['pay', 'cancel'] },
    ],
    ['confirm', true, { customer: ['pay'], admin: ['pay', 'cancel'], server: ['pay', 'cancel'] }],
  ])(
    'that is paid in cash, in %s (sent: %s), allows exactly what its table says',
    ([state, sent, allowed]) => {
      const cash = { ...order(state), payment: 'cash' as const, sent_at: sent ? TIME : null }
      for (const mover of MOVERS) {
        expect(MOVES.filter((move) => canMove(cash, move, mover))).toEqual(allowed[mover])
      }
    },
  )

  it('that is paid in cash is to be sent as soon as it is confirmed', () => {
    const cash = { ...order('confirm'), payment: 'cash' as const }

    expect(orderProgress({ ...order('pending'), payment: 'cash' })).toBe('pending')
    expect(orderProgress(cash)).toBe('unsent')
    expect(orderProgress({ ...cash, sent_at: TIME })).toBe('sent')
    expect(orderProgress(order('confirm'))).toBe('confirm')
  })

  it('is sent once', () => {
    expect(canMove({ ...order('complete'), sent_at: TIME }, 'send', 'admin')).toBe(false)
  })

  it('is taken back from delivered for a day', () => {
    const before = new Date(Date.now() - 24.1 * 3_600_000).toISOString()
    expect(canMove({ ...order('complete'), delivered_at: before }, 'undeliver', 'admin')).toBe(
      false,
    )
  })

  it('can never leave the state canceled', () => {
    const moves = MOVES.filter((move) => MOVERS.some((by) => canMove(order('canceled'), move, by)))

    expect(moves).toEqual([])
  })

  it.for<[OrderState, boolean, boolean, string]>([
    ['pending', false, false, 'pending'],
    ['confirm', false, false, 'confirm'],
    ['complete', true, false, 'shipped'],
    ['complete', true, true, 'delivered'],
    ['canceled', false, false, 'canceled'],
    ['canceled', true, false, 'refunded'],
    ['canceled', true, true, 'refunded'],
  ])('in %s (paid: %s, delivered: %s) reads %s', ([state, paid, delivered, status]) => {
    const paidAt = paid ? '2026-01-01T00:00:00Z' : null

    expect(orderStatus({ ...order(state, delivered), paid_at: paidAt })).toBe(status)
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
