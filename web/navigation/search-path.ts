import { SEARCH_PATH } from '#contract/page-paths.ts'

export function searchPath(isAdmin: boolean, category: string, search: string): string {
  return `${searchScreen(isAdmin, category)}?${new URLSearchParams({ category, search })}`
}

/**
 * The path of the results screen. Staff have a results screen of their own, with stock, Edit and
 * Delete; only its path contains the category.
 */
export function searchScreen(isAdmin: boolean, category: string): string {
  return isAdmin ? `/product/show/${encodeURIComponent(category)}` : SEARCH_PATH
}
