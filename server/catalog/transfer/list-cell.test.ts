import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readList, writeList } from './list-cell.ts'

it('a list is read as it was written, whatever its parts contain', () => {
  const part = fc.string({
    unit: fc.constantFrom(...'ab|\\ns\n\r \t"=-,;ض', ...'|\\'.repeat(3)),
    maxLength: 8,
  })
  // `writeList` drops trailing empty parts of an entry.
  const entry = fc
    .array(part, { minLength: 1, maxLength: 4 })
    .filter((parts) => parts.at(-1) !== '')
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
      expect(readList(writeList(entries))).toEqual(entries)
    }),
    { numRuns: 2000 },
  )
})

it('a list is read as people write it', () => {
  expect(readList('front.jpg|Front |  من الأمام\r\n\r\n  back.jpg')).toEqual([
    ['front.jpg', 'Front', 'من الأمام'],
    ['back.jpg'],
  ])
  expect(readList('  ')).toEqual([])
})
