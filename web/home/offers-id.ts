import type { Category } from '#contract/locale.ts'

/** The id of the element with a category's offers on the home page, for links that jump to it. */
export function offersId(category: Category): string {
  return `offers-${category.toLowerCase()}`
}
