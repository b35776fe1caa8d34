import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { bestOffers, latestProducts, topProducts } from './sections.ts'

function product(id: number, rest: Partial<Product> = {}): Product {
  return {
    id,
    name: `Product ${id}`,
    name_ar: '',
    description: '',
    description_ar: '',
    price: 100,
    compare_at_price: null,
    category: 'Phones',
    profileImage: null,
    profile: null,
    img: null,
    image: null,
    quantity: 1,
    sold: 0,
    rating: null,
    ratings: 0,
    seller: 'Orvane',
    seller_ar: '',
    user_id: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    ...rest,
  }
}

const ids = (products: Product[]) => products.map(({ id }) => id)

test('top products: best rated first, unrated last', () => {
  const products = [product(1), product(2, { rating: 4.1 }), product(3, { rating: 4.9 })]
  expect(ids(topProducts(products))).toEqual([3, 2, 1])
})

test('top products: a family once, by the rating that its products share', () => {
  const family = { family_id: 1, group_rating: { rating: 4.5, ratings: 9 } }
  const products = [
    product(1, { rating: 5, ratings: 1, ...family, quantity: 0 }),
    product(2, family),
    product(3, { rating: 4.7, ratings: 3 }),
    product(4),
  ]
  expect(ids(topProducts(products))).toEqual([3, 2, 4])
})

test('latest: newest first', () => {
  const products = [product(1), product(2, { created_at: '2026-02-01T00:00:00.000Z' })]
  expect(ids(latestProducts(products))).toEqual([2, 1])
})

test('best offers: only reduced products, the deepest reduction first, then the best seller', () => {
  const products = [
    product(1, { sold: 99 }),
    product(2, { compare_at_price: 110, sold: 1 }),
    product(3, { compare_at_price: 200 }),
    product(4, { category: 'Accessories', compare_at_price: 900 }),
    product(5, { compare_at_price: 110, sold: 9 }),
    product(6, { compare_at_price: 90 }),
  ]
  const offers = bestOffers(products, 'Phones')
  expect(ids(offers.products)).toEqual([3, 5, 2])
  expect(offers.kind).toBe('offers')
})

test('a category without reductions shows its best rated products and does not call them offers', () => {
  const products = [product(1), product(2, { rating: 4 }), product(3, { category: 'Accessories' })]
  const offers = bestOffers(products, 'Phones')
  expect(ids(offers.products)).toEqual([2, 1])
  expect(offers.kind).toBe('topRated')
  expect(bestOffers([product(1)], 'Phones').kind, 'nobody rated anything').toBe(null)
})

test('sold out products come last in every list', () => {
  const gone = { quantity: 0, rating: 5, compare_at_price: 900, created_at: '2026-09-01T00:00:00Z' }
  const products = [product(1, gone), product(2, { compare_at_price: 110, rating: 1 })]
  expect(ids(topProducts(products))).toEqual([2, 1])
  expect(ids(latestProducts(products))).toEqual([2, 1])
  expect(ids(bestOffers(products, 'Phones').products)).toEqual([2, 1])
})
