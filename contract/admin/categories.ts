/** Names of the categories, and what their cards on the home page show. */
import { type Static, Type } from 'typebox'
import { CategoryName } from '../catalog.ts'
import { CATEGORY_TITLE_MAX, SHOP_TEXT_MAX } from '../limits.ts'
import { LINE, Nullable } from '../schema.ts'
import { type EditOf, editOf, staffEndpoint, versioned } from './shared.ts'

const Title = Type.String({
  ...LINE,
  maxLength: CATEGORY_TITLE_MAX,
  description: 'shown instead of the name that the shop came with; empty: that name',
})
const Tagline = Type.String({ ...LINE, maxLength: SHOP_TEXT_MAX, description: 'may be empty' })

export const CategoryForm = Type.Object({
  name: Title,
  name_ar: {
    ...Title,
    description: 'empty: `name` serves both languages, or else that name in Arabic',
  },
  tagline: Tagline,
  tagline_ar: Tagline,
  picture_key: Nullable(
    Type.String({
      pattern: '^[a-z0-9-]{1,80}$',
      examples: ['category-phones'],
      description: 'the key of an uploaded picture; null: the picture that the shop came with',
    }),
  ),
})
export type CategoryForm = Static<typeof CategoryForm>
export type CategoryEdit = EditOf<CategoryForm>

export const AdminCategory = Type.Object(
  {
    category: CategoryName,
    default_name: Type.String({ description: 'the name that the shop came with' }),
    default_name_ar: Type.String(),
    ...CategoryForm.properties,
    picture: Type.String({ description: 'the URL of the wide picture that is shown' }),
    default_picture: Type.String({ description: 'the one that the shop came with' }),
    ...versioned,
  },
  { title: 'AdminCategory' },
)
export type AdminCategory = Static<typeof AdminCategory>

export const listAdminCategories = staffEndpoint('GET /api/admin/categories', {
  summary: 'The categories with the words and pictures of the shop',
  replies: { 200: Type.Object({ categories: Type.Array(AdminCategory) }) },
})

export const editCategory = staffEndpoint('PUT /api/admin/categories/{category}', {
  summary: 'Name and picture a category; its name in addresses and on the wire stays',
  params: Type.Object({ category: CategoryName }),
  body: Type.Object({ ...CategoryForm.properties, ...editOf }),
  replies: { 200: Type.Object({ data: AdminCategory }) },
  errors: ['edited_meanwhile'],
})
