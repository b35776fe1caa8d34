import type { AdminCategory, CategoryEdit } from '#contract/admin/categories.ts'
import type { Category } from '#contract/locale.ts'
import { configQuery } from '#web/api/config.queries.ts'
import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { homeQuery } from '#web/catalog/catalog.queries.ts'

/** The categories with the shop's names, taglines and pictures. */
export const categoriesQuery = load(
  ['admin', 'categories'],
  'GET /api/admin/categories',
  {},
  'categories',
)

/** Fetches a category as currently stored, bypassing the cache. */
export async function reloadCategory(category: Category): Promise<AdminCategory | undefined> {
  const categories = await queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 })
  return categories.find((one) => one.category === category)
}

export async function saveCategory(category: Category, body: CategoryEdit): Promise<AdminCategory> {
  const parts = { params: { category }, body }
  const { data } = await request('PUT /api/admin/categories/{category}', parts)
  await Promise.all([
    queryClient.invalidateQueries(categoriesQuery),
    // The header and the home page show category names, too.
    queryClient.invalidateQueries(configQuery),
    queryClient.invalidateQueries(homeQuery),
  ])
  return data
}
