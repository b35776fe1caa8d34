import { expect, it } from 'vitest'
import { csvLine, QUOTED } from './csv.ts'

it.each([
  ['=1+1', "'=1+1\r\n"],
  ['+1+cmd', "'+1+cmd\r\n"],
  ['-2', "'-2\r\n"],
  ["'=1", "''=1\r\n"],
  ['+971501234567', '+971501234567\r\n'],
  ['a;b', '"a;b"\r\n'],
])('the cell %s is written so that nothing runs it, and as it is otherwise', (text, line) => {
  expect(csvLine([text])).toBe(line)
})

it('a number of another export is still read without its quote', () => {
  expect(QUOTED.test('+971501234567')).toBe(true)
})
