import { type Static, Type } from 'typebox'
import { CartItem } from './cart-item.ts'
import { endpoint } from './endpoint.ts'
import {
  COMPARED_MAX,
  HOME_PRODUCTS_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  PRICE_CENTS_MAX,
  SEARCH_MAX,
  STARS_MAX,
  STARS_MIN,
  SUGGESTIONS_MAX,
} from './limits.ts'
import { ALL_CATEGORIES, CATEGORIES } from './locale.ts'
import { Id, IdInput, IdParams, NotModified, Nullable, Price, Timestamp } from './schema.ts'

const tag = 'Catalogue'

export const CategoryName = Type.Enum(CATEGORIES)

const PictureUrl = Nullable(Type.String())

/** The picture of a product, under every field name that clients use. */
export const pictureFields = {
  profileImage: PictureUrl,
  profile: PictureUrl,
  img: PictureUrl,
  image: PictureUrl,
}

const productFields = {
  id: Id,
  name: Type.String(),
  name_ar: Type.String(),
  description: Type.String(),
  description_ar: Type.String(),
  price: Price,
  compare_at_price: Nullable(Price),
  category: CategoryName,
  ...pictureFields,
  quantity: Type.Integer({ minimum: 0, description: 'units available to order' }),
  sold: Type.Integer({ minimum: 0 }),
  rating: Nullable(Type.Number({ description: 'average of 1 to 5 with two decimals' })),
  ratings: Type.Integer({ minimum: 0 }),
  seller: Type.String(),
  seller_ar: Type.String({ description: 'empty when `seller` serves both languages' }),
  user_id: Id,
  created_at: Timestamp,
}

export const Product = Type.Object(productFields, { title: 'Product' })
export type Product = Static<typeof Product>

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
    specs: Type.Array(Spec),
    spread: Type.Array(Type.Integer({ minimum: 0 }), {
      minItems: 5,
      maxItems: 5,
      description: 'number of ratings with 1, 2, 3, 4 and 5 stars',
    }),
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
    products: Type.Integer({ minimum: 0 }),
  },
  { title: 'Category' },
)
export type CategorySummary = Static<typeof CategorySummary>

export const home = endpoint('GET /api/', {
  summary:
    'The content of the home page; `carts` is the cart of the signed-in customer, otherwise empty',
  tag,
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

export const SORTS = ['relevance', 'newest', 'price', '-price', 'rating', 'sold'] as const
export type Sort = (typeof SORTS)[number]

const PriceFilter = Type.Optional(Type.Number({ minimum: 0, maximum: PRICE_CENTS_MAX / 100 }))

export const ProductsQuery = Type.Object({
  category: Type.Optional(Type.Enum([...CATEGORIES, ALL_CATEGORIES, ''])),
  search: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
  ids: Type.Optional(
    Type.String({
      pattern: '^$|^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,99}$',
      description: 'up to 100 ids, separated by commas',
    }),
  ),
  minPrice: PriceFilter,
  maxPrice: PriceFilter,
  minRating: Type.Optional(Type.Number({ minimum: 0, maximum: STARS_MAX })),
  inStock: Type.Optional(Type.Boolean()),
  sort: Type.Optional(Type.Enum(SORTS)),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, description: `${PAGE_SIZE} when absent` }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: '`nextCursor` of the previous page' }),
  ),
})
export type ProductsQuery = Static<typeof ProductsQuery>

export const ProductPage = Type.Object({
  products: Type.Array(Product),
  total: Type.Integer({ minimum: 0 }),
  facets: Type.Object({
    category: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  }),
  nextCursor: Nullable(Type.String()),
  relaxed: Type.Optional(
    Type.Boolean({ description: 'no product matches all the words; these match most of them' }),
  ),
  priceInWords: Type.Optional(
    Type.Object(
      { min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) },
      { description: 'prices found in the search text and applied as filters' },
    ),
  ),
  didYouMean: Type.Optional(
    Nullable(Type.String({ description: 'a corrected search text, when nothing was found' })),
  ),
})
export type ProductPage = Static<typeof ProductPage>

export const listProducts = endpoint('GET /api/products', {
  summary: 'List or search products by category, text, price, rating and stock, page by page',
  tag,
  access: 'public',
  query: ProductsQuery,
  replies: { 200: ProductPage, 304: NotModified },
})

export const Suggestion = Type.Object(
  {
    id: Id,
    name: Type.String(),
    name_ar: Type.String(),
    category: CategoryName,
    profileImage: Nullable(Type.String()),
    price: Price,
  },
  { title: 'Suggestion' },
)
export type Suggestion = Static<typeof Suggestion>

export const suggestProducts = endpoint('GET /api/products/suggest', {
  summary:
    'Suggest products while the customer types, in either language, tolerating typing errors',
  tag,
  access: 'public',
  query: Type.Object({
    q: Type.String({ maxLength: SEARCH_MAX }),
    category: Type.Optional(Type.Enum([...CATEGORIES, ALL_CATEGORIES, ''])),
  }),
  replies: {
    200: Type.Object({ suggestions: Type.Array(Suggestion, { maxItems: SUGGESTIONS_MAX }) }),
    304: NotModified,
  },
})

export const compareProducts = endpoint('GET /api/products/compare', {
  summary:
    'Several products with their specifications, in the requested order; without those that do not exist',
  tag,
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
  tag,
  access: 'public',
  params: IdParams,
  replies: { 200: ProductDetail, 304: NotModified },
})

export const rateProduct = endpoint('POST /api/user/rate', {
  summary: 'Rate a product; rating again replaces the earlier one',
  tag,
  access: 'customer',
  body: Type.Object({
    productId: IdInput,
    rating: Type.Integer({ minimum: STARS_MIN, maximum: STARS_MAX }),
  }),
  replies: {
    200: Type.Object({
      message: Type.String(),
      data: Type.Object({ rating: Type.Number(), ratings: Type.Integer() }),
    }),
  },
  refusals: ['not_found'],
})
