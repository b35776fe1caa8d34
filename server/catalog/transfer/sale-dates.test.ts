import { expect, it } from 'vitest'
import { isOnSale } from './sale-dates.ts'

/** 16:30 in Dubai. */
const NOW = new Date('2026-11-28T12:30:00Z')

it.each([
  [undefined, undefined, true],
  ['2026-11-28 9:00:00', '', true],
  ['2026-11-28', '2026-11-28', true],
  ['2026-11-28 16:31:00', undefined, false],
  [undefined, '2026-11-28 16:29:00', false],
  [undefined, '2026-11-27', false],
  ['2026-11-28T12:29Z', '2026-11-28T14:31+0200', true],
  ['2026-11-28T12:31+00:00', undefined, false],
  [undefined, '28/11/2026', false],
])('a sale from %s to %s: %s', (from, to, isOn) => {
  expect(isOnSale({ from, to }, NOW, 'Asia/Dubai')).toBe(isOn)
})
