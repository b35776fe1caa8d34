import { queryOptions } from '@tanstack/react-query'
import type { AdminCategory, CategoryEdit } from '#contract/admin/categories.ts'
import type { Category } from '#contract/locale.ts'
import { configQuery } from '#web/api/config.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { homeQuery } from '#web/catalog/catalog.queries.ts'

/** The categories with the shop's own names and taglines. */
export const categoriesQuery = queryOptions({
  queryKey: ['admin', 'categories'],
  queryFn: async ({ signal }) =>
    (await request('GET /api/admin/categories', { signal })).categories,
})

/** A category as currently stored. */
export async function reloadCategory(category: Category): Promise<AdminCategory | undefined> {
  const categories = await queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 })
  return categories.find((one) => one.category === category)
}

/** Saves a category's names, tagline and picture, effective immediately for everybody. */
export async function saveCategory(category: Category, body: CategoryEdit): Promise<AdminCategory> {
  const parts = { params: { category }, body }
  const { data } = await request('PUT /api/admin/categories/{category}', parts)
  await Promise.all([
    queryClient.invalidateQueries(categoriesQuery),
    // Other parts of this page show the name, too.
    queryClient.invalidateQueries(configQuery),
    queryClient.invalidateQueries(homeQuery),
  ])
  return data
}
