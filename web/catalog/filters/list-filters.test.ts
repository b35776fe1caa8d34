import { expect, test } from 'vitest'
import { productsQueryOf, readFilters, writeFilters } from './list-filters.ts'

const read = (address: string, path?: string) => readFilters(new URLSearchParams(address), path)

test('category and search come from the query, or the category from the path', () => {
  expect(read('category=Phones&search=case', 'All')).toMatchObject({
    category: 'Phones',
    search: 'case',
  })
  expect(read('', 'Electronics').category).toBe('Electronics')
})

test('an invalid value falls back to its default', () => {
  expect(read('category=Cars&sort=colour&minPrice=cheap', 'Cars')).toMatchObject({
    category: 'All',
    sort: 'relevance',
    minPrice: '',
  })
})

test('filters survive being written to an address and read again', () => {
  const filters = read('category=Phones&search=a&sort=-price&maxPrice=90&inStock=true&favourites=1')
  expect(readFilters(writeFilters(filters), undefined)).toEqual(filters)
})

test('without favourites the query matches no product instead of all', () => {
  const filters = read('favourites=1')
  expect(productsQueryOf(filters, new Set()).ids).toBe('999999999999999')
  expect(productsQueryOf(filters, new Set([3, 5])).ids).toBe('3,5')
})
