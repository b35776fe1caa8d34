import { type Static, Type } from 'typebox'
import { AttributeValueInput, ProductAttribute } from '../attributes.ts'
import { CategoryName, Picture, Spec } from '../catalog.ts'
import {
  ALT_MAX,
  ATTRIBUTES_MAX,
  DESCRIPTION_MAX,
  PICTURES_MAX,
  PRODUCT_NAME_MAX,
  PRODUCTS_CHANGED_MAX,
  SELLER_MAX,
  SKU_MAX,
  SPEC_LABEL_MAX,
  SPEC_VALUE_MAX,
  SPECS_MAX,
  STOCK_MAX,
  STOCK_NOTE_MAX,
} from '../limits.ts'
import { CATEGORIES } from '../locale.ts'
import {
  CODE,
  Count,
  Id,
  LINE,
  Nullable,
  names,
  PICTURE_FILE,
  Price,
  PriceInput,
  Timestamp,
  upload,
} from '../schema.ts'
import { ADMIN_PRODUCT_SORTS } from './lists.ts'
import { Arabic, EditCount, NextCursor, pageQuery, Search, staffEndpoint, Words } from './shared.ts'

const rowFields = {
  id: Id,
  sku: Nullable(Type.String()),
  ...names,
  category: CategoryName,
  seller: Type.String(),
  seller_ar: Type.String(),
  price: Price,
  compare_at_price: Nullable(Price),
  profileImage: Nullable(Type.String()),
  brand: Nullable(Id),
  sub_category: Nullable(Id),
  family: Nullable(Id),
  quantity: Type.Integer({ minimum: 0, description: 'units available to order' }),
  on_hand: Count,
  reserved: Type.Integer({ minimum: 0, description: 'units held by unpaid orders' }),
  sold: Count,
  isLow: Type.Boolean({ description: 'whether the product is low in stock or sold out' }),
  rating: Nullable(Type.Number()),
  ratings: Count,
  version: Type.Integer({ minimum: 1 }),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Nullable(Timestamp),
}

export const AdminProductRow = Type.Object(rowFields, { title: 'AdminProductRow' })
export type AdminProductRow = Static<typeof AdminProductRow>

export const StockEntry = Type.Object({
  id: Id,
  reason: Type.Enum(['initial', 'restock', 'write_off', 'reserve', 'release', 'sale', 'return']),
  on_hand: Type.Integer({ description: 'the change in units on hand' }),
  reserved: Type.Integer({ description: 'the change in reserved units' }),
  order_id: Nullable(Id),
  actor: Nullable(
    Type.String({
      description:
        'the name of the staff member who changed the stock; null if the change was not made by staff',
    }),
  ),
  note: Nullable(Type.String()),
  at: Timestamp,
})
export type StockEntry = Static<typeof StockEntry>

export const AdminProduct = Type.Object(
  {
    ...rowFields,
    description: Type.String(),
    description_ar: Type.String(),
    written_off: Count,
    pictures: Type.Array(Type.Object({ key: Type.String(), ...Picture.properties })),
    specs: Type.Array(Spec),
    attributes: Type.Array(ProductAttribute),
    prices: Type.Array(Type.Object({ price: Price, since: Timestamp }), {
      description: 'the latest twenty prices, the current one first',
    }),
    stockEntries: Type.Array(StockEntry, {
      description: 'the latest twenty entries, newest first',
    }),
  },
  { title: 'AdminProduct' },
)
export type AdminProduct = Static<typeof AdminProduct>

const ProductReply = { 200: Type.Object({ data: AdminProduct }) }

export const AdminProductsQuery = Type.Object({
  search: Search,
  category: Type.Optional(Type.Enum(CATEGORIES)),
  stock: Type.Optional(
    Type.Enum(['low', 'sold_out'], {
      description: '`low`: low in stock or sold out; `sold_out`: only sold out',
    }),
  ),
  lacks: Type.Optional(
    Type.Enum(['arabic'], {
      description: '`arabic`: only products without a name or description in Arabic',
    }),
  ),
  deleted: Type.Optional(Type.Boolean({ description: 'true lists only deleted products' })),
  sort: Type.Optional(Type.Enum(ADMIN_PRODUCT_SORTS, { description: '`newest` if absent' })),
  ...pageQuery,
})
export type AdminProductsQuery = Static<typeof AdminProductsQuery>

export const listAdminProducts = staffEndpoint('GET /api/admin/products', {
  summary: 'Products with their stock figures, paginated',
  query: AdminProductsQuery,
  replies: {
    200: Type.Object({
      products: Type.Array(AdminProductRow),
      total: Count,
      nextCursor: NextCursor,
    }),
  },
})

export const getAdminProduct = staffEndpoint('GET /api/admin/products/{id}', {
  summary: 'One product, deleted or not, with its latest prices and stock entries',
  replies: ProductReply,
})

const SpecInput = Type.Object({
  key: Type.String({ ...CODE, minLength: 1, maxLength: 60, pattern: '^[a-z0-9_-]+$' }),
  label: Words(SPEC_LABEL_MAX),
  label_ar: Arabic(SPEC_LABEL_MAX),
  value: Words(SPEC_VALUE_MAX),
  value_ar: Arabic(SPEC_VALUE_MAX),
})

export const Sku = Nullable(
  Type.String({ ...CODE, maxLength: SKU_MAX, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' }),
)

const formFields = {
  sku: Type.Optional(Sku),
  name: Words(PRODUCT_NAME_MAX),
  name_ar: Type.Optional(Arabic(PRODUCT_NAME_MAX)),
  description: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX })),
  description_ar: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX })),
  category: CategoryName,
  seller: Type.Optional(
    Type.String({
      ...LINE,
      maxLength: SELLER_MAX,
      description: "defaults to the shop's name if empty, or if absent for a new product",
    }),
  ),
  seller_ar: Type.Optional(Arabic(SELLER_MAX)),
  price: Type.Number({
    ...PriceInput,
    description: 'with no more decimals than the currency has; 0 makes the product free',
  }),
  compare_at_price: Type.Optional(
    Nullable(
      Type.Number({
        ...PriceInput,
        description:
          'the former price, which must be above `price`; null if the product is not reduced',
      }),
    ),
  ),
  specs: Type.Optional(Type.Array(SpecInput, { maxItems: SPECS_MAX })),
  brand: Type.Optional(Nullable(Id)),
  sub_category: Type.Optional(
    Nullable({
      ...Id,
      description: "id of a subcategory of the product's category; null for none",
    }),
  ),
  attributes: Type.Optional(
    Type.Array(AttributeValueInput, {
      maxItems: ATTRIBUTES_MAX,
      description:
        "all of the product's values for its category's attributes; omitted values are removed",
    }),
  ),
}

/** The fields that edits and imports can set. Absent fields stay unchanged. */
export const ProductForm = Type.Object(formFields)
export type ProductForm = Static<typeof ProductForm>

export const NewProduct = Type.Object({
  ...formFields,
  stock: Type.Integer({ minimum: 0, maximum: STOCK_MAX }),
})
export type NewProduct = Static<typeof NewProduct>

export const EditedProduct = Type.Object({
  ...formFields,
  version: { ...EditCount, description: 'the version of the product that was read' },
  pictures: Type.Optional(
    Type.Array(
      Type.Object({
        key: Type.String({ maxLength: 80 }),
        alt: Type.String({ ...LINE, maxLength: ALT_MAX }),
        alt_ar: Type.String({ ...LINE, maxLength: ALT_MAX }),
      }),
      {
        maxItems: PICTURES_MAX,
        description: "the product's pictures in their new order; omitted pictures are removed",
      },
    ),
  ),
})
export type EditedProduct = Static<typeof EditedProduct>

export const createProduct = staffEndpoint('POST /api/admin/products', {
  summary: 'Create a product',
  body: NewProduct,
  replies: { 201: Type.Object({ data: AdminProduct }) },
})

export const editProduct = staffEndpoint('PUT /api/admin/products/{id}', {
  summary: 'Edit a product; returns a 409 if another edit has been saved since `version` was read',
  body: EditedProduct,
  replies: ProductReply,
  errors: ['conflict'],
})

const OnHand = Type.Integer({ minimum: 0, maximum: STOCK_MAX })

/** New values for one of the selected products. Absent fields stay unchanged. */
export const ProductChange = Type.Object({
  id: Id,
  version: { ...EditCount, description: 'the version of the product that was read' },
  price: Type.Optional(PriceInput),
  compare_at_price: Type.Optional(Nullable(PriceInput)),
  category: Type.Optional(CategoryName),
  brand: Type.Optional(Nullable(Id)),
  sub_category: Type.Optional(
    Nullable({
      ...Id,
      description:
        'id of a subcategory; null for none. If absent and `category` changes, the product loses its subcategory',
    }),
  ),
  on_hand: Type.Optional(
    Type.Object(
      { from: OnHand, to: OnHand },
      { description: 'the change in units on hand; `from` is the number that was read' },
    ),
  ),
  hidden: Type.Optional(
    Type.Boolean({ description: 'true hides the product from customers, false shows it again' }),
  ),
})
export type ProductChange = Static<typeof ProductChange>

export const changeProducts = staffEndpoint('POST /api/admin/products/changes', {
  summary:
    'Change many products at once. Products that have changed since they were read are skipped; if any change is rejected, none is made',
  body: Type.Object({
    changes: Type.Array(ProductChange, { minItems: 1, maxItems: PRODUCTS_CHANGED_MAX }),
  }),
  replies: {
    200: Type.Object({
      changed: Type.Array(Type.Object({ id: Id, version: EditCount })),
      skipped: Type.Array(Id, {
        description:
          'ids of products that were changed, hidden, restored or removed since they were read',
      }),
    }),
  },
  errors: ['conflict'],
})

export const deleteProduct = staffEndpoint('DELETE /api/admin/products/{id}', {
  summary: 'Delete a product, which is hidden if an order contains it and removed otherwise',
  replies: { 200: Type.Object({ message: Type.String(), removed: Type.Boolean() }) },
})

export const restoreProduct = staffEndpoint('POST /api/admin/products/{id}/restore', {
  summary: 'Restore a hidden product',
  replies: ProductReply,
})

export const changeStock = staffEndpoint('POST /api/admin/products/{id}/stock', {
  summary: 'Add units to stock or write units off; reserved units cannot be written off',
  body: Type.Object({
    change: Type.Integer({
      minimum: -STOCK_MAX,
      maximum: STOCK_MAX,
      description: 'number of units: positive to restock, negative to write off',
    }),
    note: Type.Optional(
      Type.String({ ...LINE, maxLength: STOCK_NOTE_MAX, description: 'the reason for the change' }),
    ),
  }),
  replies: ProductReply,
  errors: ['conflict'],
})

export const addProductPicture = staffEndpoint('POST /api/admin/products/{id}/pictures', {
  summary: 'Add a picture (multipart field `image`) after the existing ones',
  reads: upload('image', PICTURE_FILE),
  replies: ProductReply,
})
