import type { Category } from '#contract/locale.ts'

/** The element id of a category's offers on the home page, to which links also jump. */
export function offersId(category: Category): string {
  return `offers-${category.toLowerCase()}`
}
