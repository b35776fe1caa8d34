import { type ChangeEvent, useId } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import styles from './SearchFilterPanel.module.css'
import {
  isFiltered,
  isPriceImpossible,
  SEARCH_CATEGORIES,
  type SearchFilters,
  SORT_NAMES,
  withoutFilters,
} from './search-filters.ts'

/** The minimum ratings that the filter offers. */
const RATINGS = ['4', '3', '2']

interface SearchFilterPanelProps {
  filters: SearchFilters
  /** The number of matching products by category. */
  facets: Record<string, number> | undefined
  onChange: (change: Partial<SearchFilters>) => void
}

/** Every change applies immediately; prices apply when the field loses focus. */
export function SearchFilterPanel({ filters, facets, onChange }: SearchFilterPanelProps) {
  const t = useT()
  const headingId = useId()
  const set =
    (name: keyof SearchFilters) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ [name]: event.target.value })

  const wrong = isPriceImpossible(filters) ? t('list.priceOrder') : undefined

  return (
    <details className={styles.panel} open={!matchMedia('(max-width: 960px)').matches}>
      <summary className={styles.summary}>
        <h2 id={headingId} className={styles.title}>
          {t('list.filters')}
        </h2>
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere */}
      <div role="group" aria-labelledby={headingId} className={styles.fields}>
        <Select
          label={t('list.category.label')}
          value={filters.category}
          onChange={set('category')}
        >
          {SEARCH_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {t(`category.${category}`)}
              {facets?.[category] === undefined ? '' : ` (${facets[category]})`}
            </option>
          ))}
        </Select>
        <Select label={t('list.sort')} value={filters.sort} onChange={set('sort')}>
          {SORT_NAMES.map((sort) => (
            <option key={sort} value={sort}>
              {t(`list.sort.${sort}`)}
            </option>
          ))}
        </Select>
        <div className={styles.prices}>
          <PriceField
            key={`from ${filters.minPrice}`}
            label={t('list.minPrice')}
            value={filters.minPrice}
            error={wrong}
            onCommit={(minPrice) => onChange({ minPrice })}
          />
          <PriceField
            key={`to ${filters.maxPrice}`}
            label={t('list.maxPrice')}
            value={filters.maxPrice}
            error={wrong}
            onCommit={(maxPrice) => onChange({ maxPrice })}
          />
        </div>
        <Select label={t('list.rating')} value={filters.minRating} onChange={set('minRating')}>
          <option value="">{t('list.rating.any')}</option>
          {RATINGS.map((stars) => (
            <option key={stars} value={stars}>
              {t('list.rating.min', { stars })}
            </option>
          ))}
        </Select>
        <Switch
          label={t('list.inStock')}
          checked={filters.inStock}
          onChange={(event) => onChange({ inStock: event.target.checked })}
        />
        {isFiltered(filters) && (
          <Button variant="quiet" onClick={() => onChange(withoutFilters())}>
            {t('list.clear')}
          </Button>
        )}
      </div>
    </details>
  )
}

interface PriceFieldProps {
  label: string
  value: string
  error: string | undefined
  onCommit: (value: string) => void
}

/** Sends no request while the user is typing. */
function PriceField({ label, value, error, onCommit }: PriceFieldProps) {
  return (
    <Field
      label={label}
      type="number"
      inputMode="decimal"
      min={0}
      step={1}
      dir="ltr"
      error={error}
      defaultValue={value}
      onBlur={(event) => event.target.value !== value && onCommit(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
