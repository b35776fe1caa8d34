import { expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { newerOrder } from './newer-order.ts'

const KNOWN = {
  id: 7,
  state: 'pending',
  updated_at: '2026-01-01T10:00:00.000Z',
  address: { name: 'Layla Noor' },
} as Order
const { address, ...EVENT } = { ...KNOWN, state: 'confirm' as const }

it('takes the state of an event, and keeps the address that events do not have', () => {
  const event = { ...EVENT, updated_at: '2026-01-01T10:00:01.000Z' }

  expect(newerOrder(KNOWN, event)).toEqual({ ...event, address })
})

it('ignores an event that a later one overtook', () => {
  expect(newerOrder(KNOWN, { ...EVENT, updated_at: '2026-01-01T09:59:59.000Z' })).toBe(KNOWN)
})

it('takes the address of a newer order, even if it has none', () => {
  expect(newerOrder(KNOWN, { ...KNOWN, address: null }).address).toBeNull()
})
