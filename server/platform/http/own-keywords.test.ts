import { expect, it } from 'vitest'
import { withoutOwnKeywords } from './own-keywords.ts'

it('the shop’s own keywords are not published, but fields with the same names are', () => {
  const id = { type: 'string', becomes: 'number' }
  const reads = { type: 'string', reads: 'line', maxLength: 9 }
  const schema = { properties: { reads, ids: { items: { anyOf: [id] } } }, required: ['reads'] }
  expect(withoutOwnKeywords(schema)).toEqual({
    properties: {
      reads: { type: 'string', maxLength: 9 },
      ids: { items: { anyOf: [{ type: 'string' }] } },
    },
    required: ['reads'],
  })
})
