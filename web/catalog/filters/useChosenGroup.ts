import type { ListFilters } from '#contract/list-filters.ts'
import { useLocalized } from '#web/i18n/useI18n.ts'
import { useFilteredProducts } from './useFilteredProducts.ts'

/**
 * The heading for a list filtered by one brand, one subcategory, or both; for any other list, `isAsked` is false.
 * `name` is empty until loaded; `logo` is the URL of the brand's logo, if any.
 */
export function useChosenGroup(filters: ListFilters) {
  const pick = useLocalized()
  const facets = useFilteredProducts(filters).data?.pages[0]?.facets
  const only = <Group extends { id: number }>(groups: readonly Group[] = [], ids: string) =>
    groups.find(({ id }) => String(id) === ids)
  const brand = only(facets?.brands, filters.brand)
  const type = only(facets?.subCategories, filters.sub)
  const names = [brand, type].flatMap((group) => (group ? pick(group, 'name') : []))
  return {
    isAsked: isOne(filters.brand) || isOne(filters.sub),
    name: names.join(' · '),
    logo: brand?.logo ?? null,
  }
}

const isOne = (ids: string) => ids !== '' && !ids.includes(',')
