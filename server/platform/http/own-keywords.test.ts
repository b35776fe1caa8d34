import { expect, it } from 'vitest'
import { withoutOwnKeywords } from './own-keywords.ts'

it('keywords of our own are for nobody else, and fields of these names stay', () => {
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
