import { isFiltered, type ListFilters } from '#contract/list-filters.ts'
import type { ProductPage } from '#contract/product-lists.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { focusAfter } from '#web/ui/focus-after.ts'
import X from '#web/ui/icons/x.svg?icon'
import { useDeviceName } from '../fits/useDeviceName.ts'
import { ClearFilters, focusFilters } from './ClearFilters.tsx'
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
            ref={passFocus}
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
        <ClearFilters variant="quiet" onChange={onChange} />
      </li>
    </ul>
  )
}

const passFocus = focusAfter((button) => {
  const line = button.closest('li')?.nextElementSibling
  // The last line clears all filters.
  const isChip = line?.nextElementSibling
  if (isChip) line.querySelector('button')?.focus()
  else focusFilters(button)
})
