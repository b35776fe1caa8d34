import type { Category } from '#contract/locale.ts'

/** The fragment of a category's offers on the home page. */
export function offersId(category: Category): string {
  return `offers-${category.toLowerCase()}`
}
