import { expect, it } from 'vitest'
import { inOwnDirection, isolated, piecesOf } from './bidi-text.ts'

const texts = (text: string, base: 'ltr' | 'rtl') => piecesOf(text, base).map((piece) => piece.text)

it('puts the words of a right-to-left line in their order, each to be read from its start', () => {
  expect(texts('شارع الملك فهد', 'rtl')).toEqual(['فهد', ' ', 'الملك', ' ', 'شارع'])
})

it('keeps what is left-to-right together in a right-to-left line', () => {
  const line = texts('هاتف Orvane One 256 GB أسود', 'rtl')
  expect(line).toContain('Orvane One 256 GB')
  expect(line.indexOf('أسود')).toBeLessThan(line.indexOf('Orvane One 256 GB'))
  expect(line.at(-1)).toBe('هاتف')
})

it('keeps an isolated amount as it is written, beside Arabic', () => {
  expect(texts(`المجموع: ${isolated('$1,299.00')}`, 'rtl')[0]).toBe('$1,299.00')
})

it('keeps the numbers of an address that was written from left to right', () => {
  expect(texts(inOwnDirection('14 Al Wasl Road!'), 'rtl')).toEqual(['14 Al Wasl Road!'])
  expect(texts(inOwnDirection('شارع 14'), 'rtl').at(-1)).toBe('شارع')
})

it('mirrors brackets, and leaves left-to-right lines alone', () => {
  expect(texts('(قطعتان)', 'rtl').join('')).toBe(
    '(قطعتان)'.replace(/[()]/g, (c) => (c === '(' ? ')' : '(')),
  )
  expect(texts('Soft Case (black)', 'ltr')).toEqual(['Soft Case (black)'])
})

it('writes Arabic digits as the western ones of the shop', () => {
  expect(texts('١٢ طريق', 'rtl').at(-1)).toBe('12')
})
