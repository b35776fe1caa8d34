/** Lists of products: what they can be filtered and sorted by, their pages, and suggestions for a search. */
import { type Static, Type } from 'typebox'
import { AttributeChoice, attributeFields, NamedGroup } from './attributes.ts'
import { CategoryName, ListedProduct } from './catalog.ts'
import { endpointsOf } from './endpoint.ts'
import {
  ATTRIBUTE_FILTERS_MAX,
  COUNT_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  PRICE_CENTS_MAX,
  SEARCH_MAX,
  STARS_MAX,
  SUGGESTIONS_MAX,
} from './limits.ts'
import { ALL_CATEGORIES, CATEGORIES, SORTS } from './locale.ts'
import { CODE, Count, NotModified, Nullable, named, Price } from './schema.ts'

const endpoint = endpointsOf('Catalog')

/**
 * Patterns for attribute filters: an id, followed by choices or numbers, a range with at least one bound, or yes or no.
 */
const AMOUNT = '-?[0-9]{1,10}(\\.[0-9]{1,6})?'
const ONE_OF = '-?[0-9]{1,15}(\\.[0-9]{1,6})?'
const ONE_ATTRIBUTE = `[1-9][0-9]{0,14}:(${ONE_OF}(,${ONE_OF}){0,19}|${AMOUNT}\\.\\.(${AMOUNT})?|\\.\\.${AMOUNT}|yes|no)`
const ATTRIBUTE_FILTERS = `^$|^${ONE_ATTRIBUTE}(;${ONE_ATTRIBUTE}){0,${ATTRIBUTE_FILTERS_MAX - 1}}$`

const PriceFilter = Type.Optional(Type.Number({ minimum: 0, maximum: PRICE_CENTS_MAX }))

const Ids = (max: number, of: string) =>
  Type.Optional(
    Type.String({
      pattern: `^$|^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,${max - 1}}$`,
      description: `up to ${max} ids${of}, separated by commas`,
    }),
  )

export const ProductsQuery = Type.Object({
  category: Type.Optional(Type.Enum([...CATEGORIES, ALL_CATEGORIES, ''])),
  search: Type.Optional(Type.String({ ...CODE, maxLength: SEARCH_MAX })),
  ids: Ids(100, ''),
  fits: Type.Optional(
    Type.String({
      pattern: '^$|^[1-9][0-9]{0,14}$',
      description: 'id of a device; returns only accessories that fit it according to staff',
    }),
  ),
  brand: Ids(20, ' of brands'),
  subCategory: Ids(20, ' of subcategories'),
  attributes: Type.Optional(
    Type.String({
      maxLength: 1000,
      pattern: ATTRIBUTE_FILTERS,
      description:
        'attribute filters, separated by semicolons, each starting with the id of its attribute: ' +
        '`7:31,32` for choices, `8:128,256` for numbers, `9:6..6.7` for a range (either bound is optional), `12:yes` or `12:no`',
    }),
  ),
  minPrice: PriceFilter,
  maxPrice: PriceFilter,
  minRating: Type.Optional(Type.Number({ minimum: 0, maximum: STARS_MAX })),
  inStock: Type.Optional(Type.Boolean()),
  facets: Type.Optional(
    Type.Boolean({
      description: 'whether to include the facets: what the list can be filtered by, with counts',
    }),
  ),
  group: Type.Optional(
    Type.Enum(['family'], {
      description:
        '`family` returns each family once, represented by its best matching product: in stock before sold out, then lowest price. Counts are then of families and of products without a family',
    }),
  ),
  sort: Type.Optional(Type.Enum(SORTS)),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, description: `${PAGE_SIZE} if absent` }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: '`nextCursor` of the previous page' }),
  ),
})
export type ProductsQuery = Static<typeof ProductsQuery>

const FacetGroup = Type.Object(
  { ...NamedGroup.properties, products: Count },
  { title: 'FacetGroup' },
)
export type FacetGroup = Static<typeof FacetGroup>

const FacetBrand = Type.Object(
  { ...FacetGroup.properties, logo: Nullable(Type.String()) },
  { title: 'FacetBrand' },
)

const FacetRange = Type.Object({ min: Type.Number(), max: Type.Number() }, { title: 'FacetRange' })
export type FacetRange = Static<typeof FacetRange>

export const AttributeFacet = Type.Object(
  {
    ...attributeFields,
    choices: Type.Array(Type.Object({ ...AttributeChoice.properties, products: Count }), {
      description:
        'the choices of a `choice` attribute that the list can be filtered by, in display order',
    }),
    range: Nullable(FacetRange),
    values: Type.Array(Type.Object({ number: Type.Number(), products: Count }), {
      description: 'the values of a `number` attribute; empty if its category has too many values',
    }),
    yes: Nullable(Count),
    no: Nullable(Count),
  },
  {
    title: 'AttributeFacet',
    description: "fields that do not apply to the attribute's kind are empty or null",
  },
)
export type AttributeFacet = Static<typeof AttributeFacet>

/** What a list can be filtered by. Each filter's counts take all other filters into account. */
const facetFields = {
  brands: Type.Array(FacetBrand, { description: 'most products first' }),
  subCategories: Type.Array(FacetGroup),
  price: Nullable(FacetRange),
  ratings: Type.Record(Type.String(), Count, {
    description:
      'number of products with an average rating of at least 4, 3 and 2 stars, keyed by number of stars',
  }),
  inStock: Count,
  attributes: Type.Array(AttributeFacet, {
    description: 'the attributes of the requested category that the list can be filtered by',
  }),
}

export const ProductFacets = Type.Object(facetFields)
export type ProductFacets = Static<typeof ProductFacets>

export const ProductPage = Type.Object({
  products: Type.Array(ListedProduct),
  total: Type.Integer({
    minimum: 0,
    maximum: COUNT_MAX,
    description: `exact up to ${COUNT_MAX}, like all counts in this reply`,
  }),
  totalIsAtLeast: Type.Optional(
    Type.Boolean({ description: 'whether there are more products than `total`' }),
  ),
  facets: Type.Object({
    category: Type.Record(Type.String(), Count),
    ...Type.Partial(ProductFacets).properties,
  }),
  nextCursor: Nullable(Type.String()),
  relaxed: Type.Optional(
    Type.Boolean({
      description:
        'whether no product matches all search terms, in which case the listed products match only some of them',
    }),
  ),
  ignored: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'if `relaxed`, the search terms that the listed products do not match, as they were typed',
    }),
  ),
  priceInWords: Type.Optional(
    Type.Object(
      { min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) },
      {
        description:
          'prices stated in the search text; `min` is applied as a filter unless `minPrice` was given, `max` unless `maxPrice` was given',
      },
    ),
  ),
  priceRelaxed: Type.Optional(
    Type.Boolean({
      description:
        'whether no matching product has a price within `priceInWords`; if so, the list contains the products with the nearest prices instead, nearest first unless a `sort` other than `relevance` was given',
    }),
  ),
  cheapestFirst: Type.Optional(
    Type.Boolean({
      description:
        'whether the search asks for something cheap; if so, the list is sorted by price unless a `sort` other than `relevance` was given, and limited to products whose names contain the other search terms, if any do',
    }),
  ),
  didYouMean: Type.Optional(
    Nullable(
      Type.String({
        description:
          'a corrected search text; present only if nothing was found, null if there is no correction',
      }),
    ),
  ),
})
export type ProductPage = Static<typeof ProductPage>

export const listProducts = endpoint('GET /api/products', {
  summary: 'List or search products by category, text, price, rating and stock, paginated',
  access: 'public',
  query: ProductsQuery,
  replies: { 200: ProductPage, 304: NotModified },
})

export const Suggestion = Type.Object(
  {
    ...named,
    category: CategoryName,
    profileImage: Nullable(Type.String()),
    price: Price,
  },
  { title: 'Suggestion' },
)
export type Suggestion = Static<typeof Suggestion>

export const suggestProducts = endpoint('GET /api/products/suggest', {
  summary: 'Suggest products while the customer types, in either language and despite typos',
  access: 'public',
  query: Type.Object({
    q: Type.String({ ...CODE, maxLength: SEARCH_MAX }),
    category: Type.Optional(Type.Enum([...CATEGORIES, ALL_CATEGORIES, ''])),
  }),
  replies: {
    200: Type.Object({ suggestions: Type.Array(Suggestion, { maxItems: SUGGESTIONS_MAX }) }),
    304: NotModified,
  },
})
