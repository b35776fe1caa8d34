/** Where a search leads: staff have results of their own, with stock, Edit and Delete. */
export function searchPath(isAdmin: boolean, category: string, search: string): string {
  const query = new URLSearchParams({ category, search })
  const target = isAdmin ? '/product/show' : '/user/product/show'
  return `${target}/${encodeURIComponent(category)}?${query}`
}
