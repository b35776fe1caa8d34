import { expect, it } from 'vitest'
import { base32, codeAt, stepAt, stepOf } from './totp.ts'

/** The secret from RFC 6238, appendix B; apps show the last six digits of the codes given there. */
const SECRET = Buffer.from('12345678901234567890')

it('makes the codes of RFC 6238', () => {
  const times = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]
  expect(times.map((seconds) => codeAt(SECRET, stepAt(seconds * 1000)))).toEqual([
    '287082',
    '081804',
    '050471',
    '005924',
    '279037',
    '353130',
  ])
})

it('accepts the code of a clock that is half a minute wrong, and no other', () => {
  const now = 1111111111_000
  const steps = [-2, -1, 0, 1, 2].map((by) => {
    const found = stepOf(SECRET, codeAt(SECRET, stepAt(now) + by), now)
    return found && found - stepAt(now)
  })
  expect(steps).toEqual([null, -1, 0, 1, null])
})

it('writes bytes in base32, with what begins with zeros', () => {
  expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(base32(Buffer.from([0, 0, 0, 0, 31]))).toBe('AAAAAAA7')
})
