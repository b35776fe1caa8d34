/** Counts as shown on a page: exact up to `COUNT_MAX`, which replaces any larger count. */
import { COUNT_MAX } from '#contract/limits.ts'
import type { AttributeFacet, ProductPage } from '#contract/product-lists.ts'

type Counted = Pick<ProductPage, 'total' | 'totalIsAtLeast' | 'facets'>

export function bounded({ total, facets }: Pick<ProductPage, 'total' | 'facets'>): Counted {
  const { category, brands, subCategories, ratings, inStock, attributes } = facets
  return {
    total: atMost(total),
    ...(total > COUNT_MAX && { totalIsAtLeast: true }),
    facets: {
      ...facets,
      category: eachOf(category),
      ...(brands && { brands: brands.map(withCount) }),
      ...(subCategories && { subCategories: subCategories.map(withCount) }),
      ...(ratings && { ratings: eachOf(ratings) }),
      ...(inStock !== undefined && { inStock: atMost(inStock) }),
      ...(attributes && { attributes: attributes.map(ofAttribute) }),
    },
  }
}

function ofAttribute({ choices, values, yes, no, ...rest }: AttributeFacet): AttributeFacet {
  return {
    ...rest,
    choices: choices.map(withCount),
    values: values.map(withCount),
    yes: yes && atMost(yes),
    no: no && atMost(no),
  }
}

const atMost = (count: number): number => Math.min(count, COUNT_MAX)

const withCount = <One extends { products: number }>(one: One): One => ({
  ...one,
  products: atMost(one.products),
})

const eachOf = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, atMost(count)]))
