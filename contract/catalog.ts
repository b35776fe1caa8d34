import { type Static, Type } from 'typebox'
import {
  AttributeChoice,
  AttributeValue,
  attributeFields,
  NamedGroup,
  ProductAttribute,
} from './attributes.ts'
import { CartItem } from './cart-item.ts'
import { endpointsOf } from './endpoint.ts'
import {
  ATTRIBUTE_FILTERS_MAX,
  COMPARED_MAX,
  COUNT_MAX,
  HOME_PRODUCTS_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  PRICE_CENTS_MAX,
  SEARCH_MAX,
  STARS_MAX,
  STARS_MIN,
  SUGGESTIONS_MAX,
} from './limits.ts'
import { ALL_CATEGORIES, CATEGORIES, SORTS } from './locale.ts'
import {
  CODE,
  Count,
  Id,
  IdInput,
  NotModified,
  Nullable,
  named,
  Price,
  Timestamp,
} from './schema.ts'

const endpoint = endpointsOf('Catalog')

export type { Sort } from './locale.ts'

export const CategoryName = Type.Enum(CATEGORIES)

const PictureUrl = Nullable(Type.String())

/** A product's picture, under every field name that clients use. */
export const pictureFields = {
  profileImage: PictureUrl,
  profile: PictureUrl,
  img: PictureUrl,
  image: PictureUrl,
}

const ratingFields = {
  rating: Nullable(
    Type.Number({
      description: 'average from 1 to 5, with two decimals; null if there are no ratings',
    }),
  ),
  ratings: Count,
}

const productFields = {
  ...named,
  description: Type.String(),
  description_ar: Type.String(),
  price: Price,
  compare_at_price: Nullable({
    ...Price,
    description:
      'the price shown struck through: the former price or, if the shop requires it, `prior_price`; null if the product is not shown as reduced',
  }),
  prior_price: Type.Optional({
    ...Price,
    description:
      'the lowest price in the 30 days before the reduction; absent if there is none or the shop does not show it',
  }),
  category: CategoryName,
  ...pictureFields,
  quantity: Type.Integer({ minimum: 0, description: 'units available to order' }),
  sold: Count,
  ...ratingFields,
  group_rating: Type.Optional(
    Type.Object(ratingFields, {
      description:
        'the combined rating of all products in its family (variant group); absent if the product belongs to no family',
    }),
  ),
  family_id: Type.Optional(Id),
  seller: Type.String(),
  seller_ar: Type.String({ description: 'empty if `seller` is used for both languages' }),
  user_id: Id,
  created_at: Timestamp,
}

export const Product = Type.Object(productFields, { title: 'Product' })
export type Product = Static<typeof Product>

export const FamilyCard = Type.Object(
  {
    ...named,
    products: Type.Integer({ minimum: 1 }),
    min: Type.Number({ description: 'the lowest price of its products' }),
    max: Type.Number({ description: 'the highest price of its products' }),
    swatches: Type.Array(AttributeChoice, { description: 'the colors of its products' }),
  },
  { title: 'FamilyCard' },
)
export type FamilyCard = Static<typeof FamilyCard>

/** A product in a list; `family` is present if the list shows families and the product belongs to one. */
export const ListedProduct = Type.Object(
  { ...productFields, family: Type.Optional(FamilyCard) },
  { title: 'ListedProduct' },
)
export type ListedProduct = Static<typeof ListedProduct>

const Spread = Type.Array(Count, {
  minItems: 5,
  maxItems: 5,
  description: 'the number of ratings with 1, 2, 3, 4 and 5 stars, in that order',
})

/** A family, seen from one of its products. */
export const ProductFamily = Type.Object(
  {
    ...named,
    axes: Type.Array(Type.Object(attributeFields), {
      description: 'the attributes in which its products differ, in display order',
    }),
    products: Type.Array(
      Type.Object({
        ...named,
        price: Price,
        quantity: Type.Integer({ minimum: 0, description: 'units available to order' }),
        profileImage: PictureUrl,
        values: Type.Array(AttributeValue, {
          description: 'one value per axis, in the order of `axes`',
        }),
      }),
      {
        description:
          'all products of the family, including this one, sorted by their values, axis by axis',
      },
    ),
    spread: Spread,
  },
  { title: 'ProductFamily' },
)
export type ProductFamily = Static<typeof ProductFamily>

export const Picture = Type.Object({
  url: Type.String(),
  alt: Type.String(),
  alt_ar: Type.String(),
})
export type Picture = Static<typeof Picture>

export const Spec = Type.Object({
  key: Type.String(),
  label: Type.String(),
  label_ar: Type.String(),
  value: Type.String(),
  value_ar: Type.String(),
})
export type Spec = Static<typeof Spec>

export const ProductDetail = Type.Object(
  {
    ...productFields,
    pictures: Type.Array(Picture),
    brand: Nullable(NamedGroup),
    sub_category: Nullable(NamedGroup),
    attributes: Type.Array(ProductAttribute),
    family: Nullable(ProductFamily),
    specs: Type.Array(Spec, {
      description: 'the attributes as text, followed by the details specific to this product',
    }),
    spread: Spread,
  },
  { title: 'ProductDetail' },
)
export type ProductDetail = Static<typeof ProductDetail>

export const CategorySummary = Type.Object(
  {
    id: Id,
    name: CategoryName,
    name_ar: Type.String(),
    tagline: Type.String(),
    tagline_ar: Type.String(),
    profileImage: Nullable(Type.String()),
    products: Type.Integer({
      minimum: 0,
      description: 'number of products in the category; each family (variant group) counts as one',
    }),
  },
  { title: 'Category' },
)
export type CategorySummary = Static<typeof CategorySummary>

export const home = endpoint('GET /api/', {
  summary:
    "The content of the home page; `carts` is the signed-in customer's cart, empty for visitors",
  access: 'optional',
  replies: {
    200: Type.Object({
      products: Type.Array(Product, { maxItems: HOME_PRODUCTS_MAX }),
      categories: Type.Array(CategorySummary),
      carts: Type.Array(CartItem),
    }),
    304: NotModified,
  },
})

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
      description: 'if `relaxed`, the search terms that the listed products do not match',
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

export const compareProducts = endpoint('GET /api/products/compare', {
  summary:
    'Several products with their specifications, in the requested order; nonexistent products are omitted',
  access: 'public',
  query: Type.Object({
    ids: Type.String({
      pattern: `^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,${COMPARED_MAX - 1}}$`,
      description: `1 to ${COMPARED_MAX} ids, separated by commas`,
    }),
  }),
  replies: {
    200: Type.Object({ products: Type.Array(ProductDetail, { maxItems: COMPARED_MAX }) }),
    304: NotModified,
  },
})

export const getProduct = endpoint('GET /api/products/{id}', {
  summary: 'One product with its specifications, pictures and rating distribution',
  access: 'public',
  replies: { 200: ProductDetail, 304: NotModified },
})

export const rateProduct = endpoint('POST /api/user/rate', {
  summary: 'Rate a product, replacing your earlier rating of it, if any',
  access: 'customer',
  body: Type.Object({
    productId: IdInput,
    rating: Type.Integer({ minimum: STARS_MIN, maximum: STARS_MAX }),
  }),
  replies: {
    200: Type.Object({
      message: Type.String(),
      data: Type.Object({
        rating: Type.Number(),
        ratings: Type.Integer(),
        group_rating: Type.Optional(Type.Object(ratingFields)),
      }),
    }),
  },
  errors: ['not_found'],
})
