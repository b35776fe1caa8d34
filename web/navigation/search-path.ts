import { SEARCH_PATH } from '#contract/page-paths.ts'

/** The address of a search, with its words. */
export function searchPath(isAdmin: boolean, category: string, search: string): string {
  return `${searchScreen(isAdmin, category)}?${new URLSearchParams({ category, search })}`
}

/**
 * The results screen without its query. Staff have results of their own, with stock, Edit and
 * Delete; only their address has the category in its path.
 */
export function searchScreen(isAdmin: boolean, category: string): string {
  return isAdmin ? `/product/show/${encodeURIComponent(category)}` : SEARCH_PATH
}
