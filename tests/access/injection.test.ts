/** A14: query and path input is treated as data, never executed. */
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'
import { contractEndpoints, pathOf } from '#tests/kit/endpoints.ts'
import { fingerprint } from '#tests/kit/fingerprint.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const ENDPOINTS = await contractEndpoints()
const WITH_QUERY = ENDPOINTS.filter(({ query }) => query)

/** Includes values that query parsers misread. */
const TEXTS = [
  '',
  ' ',
  '\0',
  '%',
  'x',
  '-1',
  '0',
  'NaN',
  '1e400',
  '[]',
  '1&',
  '\ud800',
  "'",
  "''",
  "' or '1'='1",
  "'; drop table orders; --",
  // If executed, the first of these would exceed the statement timeout, and the request would fail.
  '1; select pg_sleep(60)',
  "' union select email, password_hash from app_user --",
  "\\'; delete from app_user; --",
  '$1',
  '$$; select 1; $$',
  '/**/or/**/1=1',
  "') or 1=1 --",
  '") or ("1"="1',
  'id desc; select 1',
  'created_at',
  'price_cents desc nulls last',
  '::text::regclass',
  "{'a':1}",
  "a' & !b | c:* <-> d",
  ':*',
  '\\',
]

/** The sample tries every third text on each field, starting one text later than on the previous field. */
const EVERY = volume(3, 1)

describeShop('what is typed', (shop) => {
  it('into any field of any query runs nothing and reveals nothing internal', async () => {
    const { token } = await shop.admin()
    const before = await fingerprint(shop)
    let fieldsTried = 0
    for (const endpoint of WITH_QUERY.filter(({ call }) => call.startsWith('GET '))) {
      for (const name of Object.keys((endpoint.query as { properties: object }).properties)) {
        fieldsTried++
        for (const text of TEXTS.filter((_, at) => at % EVERY === fieldsTried % EVERY)) {
          const answer = await shop.call('GET', pathOf(endpoint), {
            token,
            query: { [name]: text },
          })
          expect([200, 404, 422], `${endpoint.call} ${name}=${text}`).toContain(answer.status)
          expect(answer.text).not.toMatch(/syntax error|password_hash|pg_|violates/i)
        }
      }
    }
    expect(await fingerprint(shop)).toEqual(before)
  })

  it('of 10,000 characters is refused at once, and the page size is bounded', async () => {
    const { token } = await shop.admin()
    for (const [path, name] of [
      ['/api/products', 'search'],
      ['/api/products/suggest', 'q'],
      ['/api/admin/orders', 'search'],
      ['/api/admin/customers', 'search'],
    ] as const) {
      for (const text of [
        'x'.repeat(10_000),
        'a '.repeat(5_000).slice(0, 7_000),
        '%'.repeat(2_000),
      ]) {
        const answer = await shop.call('GET', path, { token, query: { [name]: text } })
        expect([414, 422]).toContain(answer.status)
      }
    }
    for (const limit of ['0', '-1', String(PAGE_SIZE_MAX + 1), '1e9', '1.5', 'all']) {
      const { status } = await shop.call('GET', '/api/products', { query: { limit } })
      expect(status, limit).toBe(422)
    }
    expect(PAGE_SIZE_MAX).toBeLessThanOrEqual(100)
  })
})

it('no pattern of a schema is slow on a text made to make it backtrack', () => {
  const patterns = new Set(
    ENDPOINTS.flatMap((endpoint) => [
      ...patternsOf(endpoint.body),
      ...patternsOf(endpoint.query),
      ...patternsOf(endpoint.params),
      ...patternsOf(endpoint.headers),
    ]),
  )
  const misleading = ['1', 'a', '/', 'https://', '1,', ' ', '\\', '.', '-', '_', 'Z', '\u0660'].map(
    (unit) => `${unit.repeat(Math.floor(50_000 / unit.length))}\n!`,
  )
  for (const pattern of patterns) {
    const regex = new RegExp(pattern, 'u')
    // A backtracking pattern would take minutes here and exceed the test's time limit.
    for (const text of misleading) regex.test(text)
  }
  expect(patterns.size).toBeGreaterThan(5)
})

function patternsOf(schema: TSchema | undefined): string[] {
  return [...JSON.stringify(schema ?? {}).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '""']) => JSON.parse(text) as string,
  )
}
