import { expect, test } from 'vitest'
import { Table } from './table.ts'

test.for([
  { numbers: 8, counted: 8 },
  { numbers: 9, counted: 0 },
])('each of $numbers numbers is found, and $counted are counted', ({ numbers, counted }) => {
  const table = new Table()
  // The last product has no price.
  for (let id = 0; id <= 2 * numbers; id++) {
    const price = id < 2 * numbers ? { price: id % numbers } : {}
    table.put({ id, family: null, numbers: price, codes: {} })
  }
  const rows = table.rows()

  const found = table.passing({ of: 'price', kind: 'values', values: [0, 3, 100] }, rows)

  expect(table.countNumbers('price', rows, false).size).toBe(counted)
  expect([...found].map((row) => table.idAt(row))).toEqual([0, 3, numbers, numbers + 3])
})
