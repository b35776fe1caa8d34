import { SEARCH_PATH } from '#contract/page-paths.ts'

export function searchPath(isAdmin: boolean, category: string, search: string): string {
  return `${searchScreen(isAdmin, category)}?${new URLSearchParams({ category, search })}`
}

/**
 * The path of the search results screen. Staff have their own results screen, with stock, Edit and Delete; only its
 * path contains the category.
 */
export function searchScreen(isAdmin: boolean, category: string): string {
  return isAdmin ? `/product/show/${encodeURIComponent(category)}` : SEARCH_PATH
}
