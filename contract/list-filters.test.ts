import { expect, test } from 'vitest'
import {
  isFiltered,
  numbersIn,
  productsQueryOf,
  rangeOf,
  readFilters,
  toggled,
  withAttribute,
  withoutFilters,
  writeFilters,
  writeRange,
} from './list-filters.ts'

const read = (address: string, path?: string) => readFilters(new URLSearchParams(address), path)

test('category and search come from the query, or the category from the path', () => {
  expect(read('category=Phones&search=case', 'All')).toMatchObject({
    category: 'Phones',
    search: 'case',
  })
  expect(read('', 'Electronics').category).toBe('Electronics')
})

test('an invalid value falls back to its default', () => {
  expect(read('category=Cars&sort=color&minPrice=cheap', 'Cars')).toMatchObject({
    category: 'All',
    sort: 'relevance',
    minPrice: '',
  })
})

test('filters survive being written to an address and read again', () => {
  const filters = read(
    'category=Phones&search=a&sort=-price&maxPrice=90&inStock=true&favourites=1&brand=1,2&sub=3&attributes=7:31,32;9:..6.7;12:no',
  )
  expect(readFilters(writeFilters(filters), undefined)).toEqual(filters)
})

test('without favourites the query matches no product instead of all', () => {
  const filters = read('favourites=1')
  expect(productsQueryOf(filters, new Set(), true).ids).toBe('999999999999999')
  expect(productsQueryOf(filters, new Set([3, 5]), true).ids).toBe('3,5')
})

test('attributes and ids that the server would refuse are left out', () => {
  const filters = read('brand=0&sub=1,x&attributes=7;8:;9:..;10:1..2..3;11:maybe;12:yes;13:-1.5..')
  expect(filters).toMatchObject({ brand: '', sub: '', attributes: '12:yes;13:-1.5..' })
  const many = Array.from({ length: 12 }, (_, at) => `${at + 1}:yes`).join(';')
  expect(read(`attributes=${many}`).attributes.split(';')).toHaveLength(8)
})

test('an id is added to a list and taken out again, and an attribute set and removed', () => {
  expect(toggled(toggled('', 5), 7)).toBe('5,7')
  expect(toggled('5,7', 5)).toBe('7')
  expect(withAttribute('7:31', 9, writeRange({ min: '6', max: '' }))).toBe('7:31;9:6..')
  expect(withAttribute('7:31;9:6..', 7, '')).toBe('9:6..')
  expect(rangeOf('..6.7')).toEqual({ min: '', max: '6.7' })
})

test('every filter but category, words, order and favourites is cleared', () => {
  const filters = read(
    'category=Phones&search=a&sort=price&brand=1&attributes=7:31&inStock=true&favourites=1',
  )
  expect(isFiltered(filters)).toBe(true)
  const cleared = { ...filters, ...withoutFilters() }
  expect(isFiltered(cleared)).toBe(false)
  expect(`${writeFilters(cleared)}`).toBe('category=Phones&search=a&sort=price&favourites=1')
})

test('numbers are chosen one by one, and shown as chosen within a range of an old address', () => {
  expect(read('attributes=9:64,256.5').attributes).toBe('9:64,256.5')
  expect(numbersIn('64,256.5', [])).toEqual([64, 256.5])
  expect(numbersIn('100..', [64, 128, 256])).toEqual([128, 256])
  expect(numbersIn('', [64])).toEqual([])
})
