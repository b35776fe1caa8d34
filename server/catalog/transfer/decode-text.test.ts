import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const CSV = 'sku,name_ar\r\nW-1,غطاء ناعم\r\n'
const little = Buffer.from(`\uFEFF${CSV}`, 'utf16le')
/** `غطاء ناعم` as Excel saves it in Windows-1256. */
const arabic = Buffer.from([0xdb, 0xd8, 0xc7, 0xc1, 0x20, 0xe4, 0xc7, 0xda, 0xe3])
const cell = (...bytes: Buffer[]) =>
  Buffer.concat([Buffer.from('sku,name_ar\r\nW-1,'), ...bytes, Buffer.from('\r\n')])

it.for([
  ['UTF-8', Buffer.from(CSV)],
  ['UTF-16', little],
  ['UTF-16', Buffer.from(little).swap16()],
  ['Windows-1256', cell(arabic)],
] as const)('reads %s', ([encoding, file]) => {
  const read = decodeText(file)

  expect(read.encoding).toBe(encoding)
  expect(read.bytes.toString().replace('\uFEFF', '')).toBe(CSV)
})

it.for([
  ['Western European', cell(Buffer.from('Café', 'latin1'))],
  [
    'Western European with a letter that Arabic has too',
    cell(Buffer.from('Gerät Zubehör', 'latin1')),
  ],
  ['Western European beside Arabic', cell(arabic, Buffer.from(' Café', 'latin1'))],
  ['signs without a word', cell(Buffer.from('20 \xb0, 5 \xd7 3', 'latin1'))],
  ['Cyrillic', cell(Buffer.from([0xd7, 0xe5, 0xf5, 0xee, 0xeb]))],
  ['Arabic of the Mac and of Unix', cell(Buffer.from([0xe8, 0xe7, 0xea, 0xe1]))],
  ['UTF-8 with a byte that is none', cell(Buffer.from('غطاء ناعم'), Buffer.from([0xff]))],
  ['UTF-16 without its mark', little.subarray(2)],
  ['UTF-16 cut in a pair', Buffer.from('\uFEFFa\uD83D', 'utf16le')],
  ['UTF-16 cut in a letter', little.subarray(0, -1)],
] as const)('refuses %s', ([, file]) => {
  expect(() => decodeText(file)).toThrow('error.notUtf8')
})
