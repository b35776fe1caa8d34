/** Variant groups (families), edited by staff: products that differ only in some attributes. */
import { type Static, Type } from 'typebox'
import { AttributeValue, attributeFields } from '../attributes.ts'
import { CategoryName } from '../catalog.ts'
import {
  ATTRIBUTE_NUMBER_MAX,
  FAMILY_AXES_MAX,
  FAMILY_PRODUCTS_MAX,
  PRODUCT_NAME_MAX,
  STOCK_MAX,
} from '../limits.ts'
import { CATEGORIES } from '../locale.ts'
import { Count, Id, MessageReply, Nullable, named, names, Price, PriceInput } from '../schema.ts'
import { Sku } from './products.ts'
import { EditCount, NextCursor, namesOf, pageQuery, Search, staffEndpoint } from './shared.ts'

const formFields = {
  category: CategoryName,
  ...namesOf(PRODUCT_NAME_MAX),
  axes: Type.Array(Id, {
    minItems: 1,
    maxItems: FAMILY_AXES_MAX,
    uniqueItems: true,
    description:
      "ids of the attributes in which the family's products differ, in the order shown to customers",
  }),
  products: Type.Array(Id, {
    maxItems: FAMILY_PRODUCTS_MAX,
    uniqueItems: true,
    description:
      "ids of the family's products: each must have a value for every axis, and no two may have the same values",
  }),
}

export const NewFamily = Type.Object(formFields)
export type NewFamily = Static<typeof NewFamily>

export const EditedFamily = Type.Object({
  ...formFields,
  version: { ...EditCount, description: 'the version of the family that the edit is based on' },
})
export type EditedFamily = Static<typeof EditedFamily>

const FamilyMember = Type.Object(
  {
    ...named,
    sku: Nullable(Type.String()),
    price: Price,
    quantity: Count,
    profileImage: Nullable(Type.String()),
    values: Type.Array(AttributeValue, {
      description: 'one value per axis, in the order of `axes`',
    }),
  },
  { title: 'FamilyMember' },
)

export const AdminFamily = Type.Object(
  {
    id: Id,
    category: CategoryName,
    ...names,
    axes: Type.Array(Type.Object(attributeFields)),
    products: Type.Array(FamilyMember, { description: 'sorted by their values, axis by axis' }),
    version: EditCount,
  },
  { title: 'AdminFamily' },
)
export type AdminFamily = Static<typeof AdminFamily>

export const AdminFamilyRow = Type.Object(
  {
    id: Id,
    category: CategoryName,
    ...names,
    axes: Type.Array(Type.Object({ ...names })),
    products: Count,
  },
  { title: 'AdminFamilyRow' },
)
export type AdminFamilyRow = Static<typeof AdminFamilyRow>

/** A value for one axis. The field that matches the attribute's kind is required. */
const AxisValue = Type.Object({
  attribute: Id,
  number: Type.Optional(
    Type.Number({ minimum: -ATTRIBUTE_NUMBER_MAX, maximum: ATTRIBUTE_NUMBER_MAX }),
  ),
  is_true: Type.Optional(Type.Boolean()),
  choice: Type.Optional(Id),
})
export type AxisValue = Static<typeof AxisValue>

export const NewMembers = Type.Object({
  like: {
    ...Id,
    description:
      'id of a product in the group to copy: the new products get all of its fields except name, SKU, prices, stock, pictures and axis values',
  },
  products: Type.Array(
    Type.Object({
      values: Type.Array(AxisValue, {
        minItems: 1,
        maxItems: FAMILY_AXES_MAX,
        description: 'one value per axis',
      }),
      price: PriceInput,
      stock: Type.Integer({ minimum: 0, maximum: STOCK_MAX }),
      sku: Type.Optional(Sku),
    }),
    { minItems: 1, maxItems: FAMILY_PRODUCTS_MAX },
  ),
})
export type NewMembers = Static<typeof NewMembers>

export const FamiliesQuery = Type.Object({
  search: Search,
  category: Type.Optional(Type.Enum(CATEGORIES)),
  ...pageQuery,
})
export type FamiliesQuery = Static<typeof FamiliesQuery>

const FamilyReply = Type.Object({ data: AdminFamily })

export const listFamilies = staffEndpoint('GET /api/admin/families', {
  summary: 'Variant groups (families), newest first, paginated',
  query: FamiliesQuery,
  replies: {
    200: Type.Object({ families: Type.Array(AdminFamilyRow), nextCursor: NextCursor }),
  },
})

export const getFamily = staffEndpoint('GET /api/admin/families/{id}', {
  summary: 'One variant group with its products',
  replies: { 200: FamilyReply },
})

export const createFamily = staffEndpoint('POST /api/admin/families', {
  summary: 'Create a variant group from existing products',
  body: NewFamily,
  replies: { 201: FamilyReply },
})

export const editFamily = staffEndpoint('PUT /api/admin/families/{id}', {
  summary:
    'Edit a variant group and its products; returns a 409 if another edit has been saved since `version` was read',
  body: EditedFamily,
  replies: { 200: FamilyReply },
  errors: ['edited_meanwhile'],
})

export const addFamilyProducts = staffEndpoint('POST /api/admin/families/{id}/products', {
  summary:
    'Create products in a variant group by copying most fields of one of its products, `like`',
  body: NewMembers,
  replies: { 201: FamilyReply },
})

export const deleteFamily = staffEndpoint('DELETE /api/admin/families/{id}', {
  summary: 'Delete a variant group; its products are kept',
  replies: { 200: MessageReply },
})
