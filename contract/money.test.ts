import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { PRICE_CENTS_MAX } from './limits.ts'
import {
  currencyMark,
  formatMoney,
  fromCents,
  reductionPercent,
  setCurrency,
  smallestAmount,
  toCents,
  USD,
} from './money.ts'

describe('money', () => {
  it('survives a round trip over the wire', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: PRICE_CENTS_MAX * 9900 }), (cents) => {
        expect(toCents(fromCents(cents))).toBe(cents)
        expect(toCents(JSON.parse(JSON.stringify(fromCents(cents))))).toBe(cents)
      }),
      { numRuns: 2000 },
    )
  })

  it('converts amounts that floating point cannot represent', () => {
    const pairs = [0, 0.01, 0.07, 0.1, 0.29, 0.57, 1.1, 8.2, 19.99, 1.01, 1000000]

    expect(pairs.map(toCents)).toEqual([0, 1, 7, 10, 29, 57, 110, 820, 1999, 101, 100000000])
  })

  it.for([0.001, 1.999, 19.995, -1, -0.01, Number.NaN, Infinity, 1e300, 2 ** 53])(
    'refuses %s',
    (amount) => {
      expect(() => toCents(amount)).toThrow(RangeError)
    },
  )
})

describe('the currency of the shop', () => {
  afterEach(() => setCurrency(USD))

  it.for([
    ['USD', 2, 1234.5, 123450, '$1,234.50', '$1,234.50', '$'],
    ['EUR', 2, 1234.5, 123450, '€1,234.50', '\u200f1,234.50\u00a0€', 'EUR'],
    ['CAD', 2, 1234.5, 123450, '$1,234.50', '\u200f1,234.50\u00a0CA$', 'CAD'],
    ['JPY', 0, 1234, 1234, '¥1,234', '\u200f1,234\u00a0JP¥', 'JPY'],
    ['KWD', 3, 1234.5, 1234500, 'KWD\u00a01,234.500', '\u200f1,234.500\u00a0د.ك.\u200f', 'KWD'],
  ] as const)(
    '%s has its digits, its symbol and its place',
    ([code, digits, amount, cents, english, arabic, mark]) => {
      setCurrency({ code, digits })
      expect(toCents(amount)).toBe(cents)
      expect(fromCents(cents)).toBe(amount)
      expect([formatMoney(amount, 'en'), formatMoney(amount, 'ar')]).toEqual([english, arabic])
      expect(currencyMark()).toBe(mark)
      expect(() => toCents(amount + smallestAmount() / 10)).toThrow(RangeError)
    },
  )

  it('with three decimals survives a round trip over the wire', () => {
    setCurrency({ code: 'KWD', digits: 3 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: PRICE_CENTS_MAX * 9900 }), (cents) => {
        expect(toCents(JSON.parse(JSON.stringify(fromCents(cents))))).toBe(cents)
      }),
    )
  })
})

describe('a reduction', () => {
  it.for<[number, number | null, number]>([
    [849, 999, 15],
    [90, 100, 10],
    [19.99, 19.99, 0],
    [100, 90, 0],
    [99.99, 100, 0],
    [100, null, 0],
  ])('of %d instead of %d is %d percent', ([price, before, percent]) => {
    expect(reductionPercent({ price, compare_at_price: before })).toBe(percent)
  })
})
