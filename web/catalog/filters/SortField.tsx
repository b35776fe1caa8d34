import { type ListFilters, SORT_NAMES } from '#contract/list-filters.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Select } from '#web/ui/Field.tsx'
import styles from './FilteredList.module.css'

interface SortFieldProps {
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
}

/** The order of a list, beside its count. */
export function SortField({ filters, onChange }: SortFieldProps) {
  const t = useT()
  // Without words there is no relevance: the newest come first.
  const hasWords = filters.search.trim() !== ''
  const sorts = SORT_NAMES.filter((sort) => hasWords || sort !== 'relevance')
  const value = !hasWords && filters.sort === 'relevance' ? 'newest' : filters.sort
  return (
    <Select
      label={t('list.sort')}
      className={styles.sort}
      value={value}
      onChange={({ target }) => onChange({ sort: target.value as ListFilters['sort'] })}
      options={sorts.map((sort) => ({ value: sort, text: t(`list.sort.${sort}`) }))}
    />
  )
}
