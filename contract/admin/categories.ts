import { type Static, Type } from 'typebox'
import { CategoryName } from '../catalog.ts'
import { CATEGORY_TITLE_MAX, SHOP_TEXT_MAX } from '../limits.ts'
import { LINE, Nullable } from '../schema.ts'
import { type EditOf, editOf, staffEndpoint, versioned } from './shared.ts'

const Title = Type.String({
  ...LINE,
  maxLength: CATEGORY_TITLE_MAX,
  description: 'replaces the default name; if empty, the default name is shown',
})
const Tagline = Type.String({
  ...LINE,
  maxLength: SHOP_TEXT_MAX,
  description: 'the line below the name; may be empty',
})

export const CategoryForm = Type.Object({
  name: Title,
  name_ar: {
    ...Title,
    description:
      'if empty, `name` is used for both languages; if both are empty, the default names are shown',
  },
  tagline: Tagline,
  tagline_ar: Tagline,
  picture_key: Nullable(
    Type.String({
      pattern: '^[a-z0-9-]{1,80}$',
      examples: ['category-phones'],
      description: "the picture's key, as returned by its upload; null for the default picture",
    }),
  ),
})
export type CategoryForm = Static<typeof CategoryForm>
export type CategoryEdit = EditOf<CategoryForm>

export const AdminCategory = Type.Object(
  {
    category: CategoryName,
    default_name: Type.String({ description: "the category's name in a new shop" }),
    default_name_ar: Type.String(),
    ...CategoryForm.properties,
    picture: Type.String({ description: 'the URL of the wide picture shown to customers' }),
    default_picture: Type.String({
      description: "the URL of the category's picture in a new shop",
    }),
    ...versioned,
  },
  { title: 'AdminCategory' },
)
export type AdminCategory = Static<typeof AdminCategory>

export const listAdminCategories = staffEndpoint('GET /api/admin/categories', {
  summary: 'The categories, with the names, taglines and pictures that the shop has given them',
  replies: { 200: Type.Object({ categories: Type.Array(AdminCategory) }) },
})

export const editCategory = staffEndpoint('PUT /api/admin/categories/{category}', {
  summary:
    "Edit a category's names, taglines and picture; its name in URLs and in the API never changes",
  params: Type.Object({ category: CategoryName }),
  body: Type.Object({ ...CategoryForm.properties, ...editOf }),
  replies: { 200: Type.Object({ data: AdminCategory }) },
  errors: ['edited_meanwhile'],
})
