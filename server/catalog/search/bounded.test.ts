import { expect, it } from 'vitest'
import { COUNT_MAX } from '#contract/limits.ts'
import type { AttributeFacet, ProductPage } from '#contract/product-lists.ts'
import { bounded } from './bounded.ts'

const NAMED = { id: 1, name: 'One', name_ar: 'واحد' }
const BEYOND = COUNT_MAX + 1

function facets(count: number): ProductPage['facets'] {
  const attribute: AttributeFacet = {
    ...NAMED,
    kind: 'choice',
    unit: '',
    unit_ar: '',
    range: null,
    values: [{ number: 64, products: count }],
    yes: null,
    no: null,
    choices: [{ ...NAMED, swatch: null, products: count }],
  }
  return {
    category: { Phones: count, Accessories: 0 },
    brands: [{ ...NAMED, logo: null, products: count }],
    subCategories: [{ ...NAMED, products: count }],
    price: { min: 1, max: 20_000 },
    ratings: { 4: count },
    inStock: count,
    attributes: [attribute, { ...attribute, kind: 'boolean', choices: [], yes: count, no: 0 }],
  }
}

it('leaves counts up to the limit as they are', () => {
  for (const count of [0, 7, COUNT_MAX]) {
    const page = { total: count, facets: facets(count) }
    expect(bounded(page)).toEqual(page)
  }
  const few = { total: 3, facets: { category: { Phones: 3 } } }
  expect(bounded(few)).toEqual(few)
})

it('says the limit for every count beyond it, and of the total that it is not all', () => {
  expect(bounded({ total: BEYOND, facets: facets(BEYOND) })).toEqual({
    total: COUNT_MAX,
    totalIsAtLeast: true,
    facets: facets(COUNT_MAX),
  })
})
