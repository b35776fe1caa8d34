import { expect, test } from 'vitest'
import type { ProductFamily } from '#contract/catalog.ts'
import { waysFrom } from './ways.ts'

const axis = (id: number, name: string) => ({
  id,
  name,
  name_ar: name,
  kind: 'choice' as const,
  unit: '',
  unit_ar: '',
})
const colors = ['Red', 'Blue', 'Green']
const product = (id: number, storage: number, color: number, quantity = 1, price = 10) => ({
  id,
  name: `${id}`,
  name_ar: `${id}`,
  quantity,
  price,
  profileImage: null,
  values: [
    { number: storage, is_true: null, choice: null },
    {
      number: null,
      is_true: null,
      choice: { id: color, name: colors[color] ?? '', name_ar: '', swatch: null },
    },
  ],
})
const family = (products: ProductFamily['products']): ProductFamily => ({
  id: 1,
  name: 'One',
  name_ar: 'One',
  axes: [axis(1, 'Storage'), axis(2, 'Color')],
  products,
  spread: [0, 0, 0, 0, 0],
})

/** The ways for each axis, as `value → product`, marked if they lead here or change other values. */
function from(products: ProductFamily['products'], id: number) {
  const here = products.find((one) => one.id === id)
  if (!here) throw new Error('no such product')
  return waysFrom(family(products), here).map(({ ways }) =>
    ways.map(
      ({ value, to, isHere, changesOthers }) =>
        `${value.number ?? value.choice?.name} → ${to.id}${isHere ? ' here' : ''}${changesOthers ? ' other' : ''}`,
    ),
  )
}

test('each value leads to the product that shares the other values', () => {
  const all = [product(1, 128, 0), product(2, 128, 1), product(3, 256, 0), product(4, 256, 1)]

  expect(from(all, 1)).toEqual([
    ['128 → 1 here', '256 → 3'],
    ['Red → 1 here', 'Blue → 2'],
  ])
  expect(from(all, 4)).toEqual([
    ['128 → 2', '256 → 4 here'],
    ['Red → 3', 'Blue → 4 here'],
  ])
})

test('if no product has both, it leads to the nearest that is in stock, and says so', () => {
  const all = [
    product(1, 64, 0),
    product(2, 256, 1, 0, 5),
    product(3, 512, 1, 3, 90),
    product(4, 1024, 1, 3, 80),
  ]
  expect(from(all, 1)).toEqual([
    ['64 → 1 here', '256 → 2 other', '512 → 3 other', '1024 → 4 other'],
    ['Red → 1 here', 'Blue → 4 other'],
  ])
})

test('numbers ascend, whatever the order of the products', () => {
  const all = [product(1, 512, 0), product(2, 64, 0), product(3, 128, 0)]

  expect(from(all, 2)[0]).toEqual(['64 → 2 here', '128 → 3', '512 → 1'])
})
