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
    user_id: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    ...rest,
  }
}

const ids = (products: Product[]) => products.map(({ id }) => id)

test('top products: the better rated first, unrated last', () => {
  const products = [product(1), product(2, { rating: 4.1 }), product(3, { rating: 4.9 })]
  expect(ids(topProducts(products))).toEqual([3, 2, 1])
})

test('latest: the newest first', () => {
  const products = [product(1), product(2, { created_at: '2026-02-01T00:00:00.000Z' })]
  expect(ids(latestProducts(products))).toEqual([2, 1])
})

test('best offers: the deepest cut of the category, then the best seller', () => {
  const products = [
    product(1, { sold: 1 }),
    product(2, { sold: 9 }),
    product(3, { compare_at_price: 200 }),
    product(4, { category: 'Accessories', compare_at_price: 900 }),
    product(5, { compare_at_price: 110 }),
  ]
  expect(ids(bestOffers(products, 'Phones'))).toEqual([3, 5, 2, 1])
})
