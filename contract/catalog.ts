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
import { COMPARED_MAX, HOME_PRODUCTS_MAX, STARS_MAX, STARS_MIN } from './limits.ts'
import { CATEGORIES } from './locale.ts'
import { Count, Id, IdInput, NotModified, Nullable, named, Price, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Catalog')

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
