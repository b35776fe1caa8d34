import { expect, it } from 'vitest'
import { centsOfUnits } from './refund-share.ts'

it.each([
  { costCents: 5000, quantity: 5, parts: [1000, 1000, 1000, 1000, 1000] },
  { costCents: 1000, quantity: 3, parts: [334, 333, 333] },
  { costCents: 1001, quantity: 3, parts: [334, 334, 333] },
  { costCents: 2, quantity: 5, parts: [1, 1, 0, 0, 0] },
  { costCents: 0, quantity: 2, parts: [0, 0] },
])('divides $costCents cents among $quantity units', ({ costCents, quantity, parts }) => {
  const cents = parts.map((_, before) => centsOfUnits({ costCents, quantity, before, units: 1 }))

  expect(cents).toEqual(parts)
  expect(centsOfUnits({ costCents, quantity, before: 0, units: quantity })).toBe(costCents)
  expect(centsOfUnits({ costCents, quantity, before: 1, units: quantity - 1 })).toBe(
    costCents - (parts[0] ?? 0),
  )
})
