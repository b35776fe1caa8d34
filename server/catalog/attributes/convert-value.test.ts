import { expect, test } from 'vitest'
import { createRandom } from '#tests/kit/random.ts'
import { convertValue, type Said, scaled, toTexts, type Units } from './convert-value.ts'

const GB = { en: 'GB', ar: 'غيغابايت' }
const NONE = { en: '', ar: '' }
const units = (before = GB, after = GB): Units => ({ before, after })
const text = (en: string, ar = en): Said => ({ kind: 'text', texts: { en, ar } })
const number = (n: number): Said => ({ kind: 'number', number: n })

test('a number becomes a text with its unit, and the same number again', () => {
  const random = createRandom(3)
  for (let n = 0; n < 500; n++) {
    const value = number(random.between(-1, 1) * 10 ** random.whole(-9, 9))
    for (const kind of ['text', 'choice'] as const) {
      const written = convertValue(value, kind, units(GB, NONE))
      expect(written && convertValue(written, 'number', units(NONE, GB))).toEqual(value)
    }
  }
})

test('a text becomes a number with a unit that the attribute has or had, or none', () => {
  const read = (said: string, some = units()) => convertValue(text(said), 'number', some)
  expect(read('256')).toEqual(number(256))
  expect(read(' 256 GB ')).toEqual(number(256))
  expect(read('256GB')).toEqual(number(256))
  expect(read('5,000 mAh', units(NONE, { en: 'mAh', ar: '' }))).toEqual(number(5000))
  expect(read('-1.5')).toEqual(number(-1.5))
  expect(read('1e-7')).toEqual(number(1e-7))
  for (const wrong of ['256 TB', '256 gb', 'about 256', '', '2,56 GB', '9999999999', '0x10']) {
    expect(read(wrong), wrong).toBeNull()
  }
})

test('yes and no are read in either language, and 1 and 0 are', () => {
  const read = (said: Said) => convertValue(said, 'boolean', units())
  for (const yes of [text('Yes'), text('نعم'), text('yes '), number(1)]) {
    expect(read(yes)).toEqual({ kind: 'boolean', is_true: true })
  }
  for (const no of [text('No'), text('لا'), number(0)]) {
    expect(read(no)).toEqual({ kind: 'boolean', is_true: false })
  }
  for (const other of [text('maybe'), number(2)]) expect(read(other)).toBeNull()
  expect(toTexts({ kind: 'boolean', is_true: true }, NONE)).toEqual({ en: 'Yes', ar: 'نعم' })
})

test('what is too long for a choice stays a text', () => {
  expect(convertValue(text('x'.repeat(81)), 'choice', units())).toBeNull()
  expect(convertValue(text('x'.repeat(80)), 'choice', units())).not.toBeNull()
})

test('a unit goes there and back without a trace', () => {
  for (const value of [0.1, 0.3, 1.1, 256.5, 123_456.789, -7]) {
    expect(scaled(scaled(value, 1000), 0.001)).toBe(value)
    expect(scaled(scaled(value, 25.4), 1 / 25.4)).toBe(value)
  }
  expect(scaled(0.1, 3)).toBe(0.3)
})

test('a text that says something else in Arabic is not converted', () => {
  expect(convertValue(text('256 GB', '512 غيغابايت'), 'number', units())).toBeNull()
  expect(convertValue(text('256 GB', '256 غيغابايت'), 'number', units())).toEqual(number(256))
  expect(convertValue(text('Yes', 'لا'), 'boolean', units())).toBeNull()
})
