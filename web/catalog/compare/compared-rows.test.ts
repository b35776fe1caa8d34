import { expect, it } from 'vitest'
import { comparedRows } from './compared-rows.ts'

const spec = (key: string, value: string, label = key) => ({
  key,
  label,
  label_ar: label,
  value,
  value_ar: value,
})
const product = (...specs: ReturnType<typeof spec>[]) => ({ specs, attributes: [] })
const labels = (rows: { spec: { label: string } }[]) => rows.map((row) => row.spec.label)

it('separates rows that differ from rows that are the same, each in their own order', () => {
  const { differing, same } = comparedRows([
    product(spec('size', '6.1 in'), spec('memory', '8 GB'), spec('port', 'USB-C')),
    product(spec('memory', '12 GB'), spec('port', 'USB-C'), spec('size', '6.1 in')),
  ])

  expect(labels(differing)).toEqual(['memory'])
  expect(labels(same)).toEqual(['size', 'port'])
})

it('counts a missing value as a difference', () => {
  const { differing, same } = comparedRows([
    product(spec('nfc', 'Yes')),
    product(),
    product(spec('nfc', 'Yes')),
  ])

  expect(differing.map(({ values }) => values.map((value) => value?.value))).toEqual([
    ['Yes', undefined, 'Yes'],
  ])
  expect(same).toEqual([])
})

it('joins by key, and by label where the keys differ or are empty', () => {
  const { differing, same } = comparedRows([
    product(spec('ram', '8 GB', 'Memory'), spec('', '5 W', 'Power')),
    product(spec('ram', '16 GB', 'RAM'), spec('watts', '5 W', ' power ')),
  ])

  expect(labels(differing)).toEqual(['Memory'])
  expect(labels(same)).toEqual(['Power'])
})

it('keeps two specs of one product with the same label apart', () => {
  const { differing } = comparedRows([
    product(spec('front', '8 MP', 'Camera'), spec('back', '50 MP', 'Camera')),
    product(spec('back', '12 MP', 'Camera')),
  ])

  expect(differing.map(({ values }) => values.map((value) => value?.value))).toEqual([
    ['8 MP', undefined],
    ['50 MP', '12 MP'],
  ])
})

it('ignores case and spaces in values', () => {
  const { same } = comparedRows([product(spec('port', 'USB-C')), product(spec('port', ' usb-c'))])

  expect(labels(same)).toEqual(['port'])
})

it('shows all that a single product has', () => {
  const { differing, same } = comparedRows([product(spec('port', 'USB-C'))])

  expect(labels(differing)).toEqual(['port'])
  expect(same).toEqual([])
})

it('leaves out the attributes that staff keep out of comparisons', () => {
  const attribute = (id: number, is_compared: boolean) => ({
    id,
    is_compared,
    name: 'a',
    name_ar: 'a',
    kind: 'text' as const,
    unit: '',
    unit_ar: '',
    number: null,
    is_true: null,
    choice: null,
    text: 'x',
    text_ar: 'x',
  })
  const one = {
    specs: [spec('attribute-7', '1'), spec('attribute-8', '2'), spec('other', '3')],
    attributes: [attribute(7, false), attribute(8, true)],
  }
  expect(labels(comparedRows([one]).differing)).toEqual(['attribute-8', 'other'])
})
