import { isFiltered, type ListFilters, withoutFilters } from '#contract/list-filters.ts'
import type { ProductPage } from '#contract/product-lists.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import X from '#web/ui/icons/x.svg?icon'
import { useDeviceName } from '../fits/useDeviceName.ts'
import styles from './FilterChips.module.css'
import { chipsOf } from './filter-chips.ts'

interface FilterChipsProps {
  filters: ListFilters
  facets: ProductPage['facets'] | undefined
  onChange: (change: Partial<ListFilters>) => void
}

export function FilterChips({ filters, facets, onChange }: FilterChipsProps) {
  const t = useT()
  const chips = chipsOf(filters, facets, {
    t,
    pick: useLocalized(),
    deviceName: useDeviceName(filters.fits),
  })
  if (!isFiltered(filters)) return null
  return (
    <ul className={styles.chips} aria-label={t('list.filters')}>
      {chips.map(({ key, text, change }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('list.removeFilter', { filter: text })}
            onClick={() => onChange(change)}
          >
            <span>{text}</span>
            <X size={16} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" onClick={() => onChange(withoutFilters())}>
          {t('list.clear')}
        </Button>
      </li>
    </ul>
  )
}
