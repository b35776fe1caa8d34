/** What the shop calls its categories, and what their cards on the home page say. */
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

export const CategoryWords = Type.Object({
  name: Title,
  name_ar: {
    ...Title,
    description: 'empty: `name` serves both languages, or else that name in Arabic',
  },
  tagline: Tagline,
  tagline_ar: Tagline,
})
export type CategoryWords = Static<typeof CategoryWords>
export type CategoryEdit = EditOf<CategoryWords>

export const AdminCategory = Type.Object(
  {
    category: CategoryName,
    default_name: Type.String({ description: 'the name that the shop came with' }),
    default_name_ar: Type.String(),
    ...CategoryWords.properties,
    picture: Nullable(Type.String({ description: 'the URL of a wide picture' })),
    ...versioned,
  },
  { title: 'AdminCategory' },
)
export type AdminCategory = Static<typeof AdminCategory>

export const listAdminCategories = staffEndpoint('GET /api/admin/categories', {
  summary: 'The categories with the words of the shop',
  replies: { 200: Type.Object({ categories: Type.Array(AdminCategory) }) },
})

export const editCategory = staffEndpoint('PUT /api/admin/categories/{category}', {
  summary: 'Name a category; its name in addresses and on the wire stays',
  params: Type.Object({ category: CategoryName }),
  body: Type.Object({ ...CategoryWords.properties, ...editOf }),
  replies: { 200: Type.Object({ data: AdminCategory }) },
  errors: ['edited_meanwhile'],
})
