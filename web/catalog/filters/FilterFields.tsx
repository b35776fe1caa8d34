import type { ChangeEvent } from 'react'
import {
  hasId,
  isPriceImpossible,
  type ListFilters,
  readAttributes,
  toggled,
  withAttribute,
} from '#contract/list-filters.ts'
import { SEARCH_CATEGORIES } from '#contract/locale.ts'
import type { ProductPage } from '#contract/product-lists.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Select } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { AttributeFilter } from './AttributeFilter.tsx'
import { countText } from './count-text.ts'
import styles from './FilterPanel.module.css'
import { FitsFilter } from './FitsFilter.tsx'
import { GroupFilter } from './GroupFilter.tsx'
import { NumberField } from './NumberField.tsx'
import { priceText } from './range-text.ts'

const RATINGS = ['4', '3', '2']

export interface FilterFieldsProps {
  filters: ListFilters
  facets: ProductPage['facets'] | undefined
  /** Whether the page shows one category, named in its URL. */
  hasOwnCategory: boolean
  onChange: (change: Partial<ListFilters>) => void
}

/** The filter fields. Changes apply immediately, except typed numbers, which apply when the field loses focus. */
export function FilterFields({ filters, facets, hasOwnCategory, onChange }: FilterFieldsProps) {
  const t = useT()
  const set = (name: keyof ListFilters) => (event: ChangeEvent<HTMLSelectElement>) =>
    onChange({ [name]: event.target.value })
  const attributes = readAttributes(filters.attributes)

  return (
    <>
      {!hasOwnCategory && (
        <Select
          label={t('list.category.label')}
          value={filters.category}
          // Clears subcategories and attributes, which belong to one category.
          onChange={({ target }) =>
            onChange({
              category: target.value as ListFilters['category'],
              sub: '',
              attributes: '',
              // Only accessories can fit a device.
              ...(target.value !== 'Accessories' && target.value !== 'All' && { fits: '' }),
            })
          }
          options={SEARCH_CATEGORIES.map((category) => ({
            value: category,
            text: withCount(t(`category.${category}`), facets?.category[category]),
          }))}
        />
      )}
      <FitsFilter filters={filters} onChange={onChange} />
      <PriceFields filters={filters} facets={facets} onChange={onChange} />
      <Select
        label={t('list.rating')}
        value={filters.minRating}
        onChange={set('minRating')}
        none={t('list.rating.any')}
        options={RATINGS.map((stars) => ({
          value: stars,
          text: withCount(t('list.rating.min', { stars }), facets?.ratings?.[stars]),
        }))}
      />
      <Switch
        label={t('list.inStock')}
        checked={filters.inStock}
        onChange={(event) => onChange({ inStock: event.target.checked })}
      />
      <GroupFilter
        title={t('list.subCategory')}
        groups={facets?.subCategories ?? []}
        isChosen={(id) => hasId(filters.sub, id)}
        onToggle={(id) => onChange({ sub: toggled(filters.sub, id) })}
      />
      <GroupFilter
        title={t('list.brand')}
        groups={facets?.brands ?? []}
        isChosen={(id) => hasId(filters.brand, id)}
        onToggle={(id) => onChange({ brand: toggled(filters.brand, id) })}
      />
      {facets?.attributes?.map((attribute) => (
        <AttributeFilter
          key={attribute.id}
          attribute={attribute}
          value={attributes.get(attribute.id) ?? ''}
          onChange={(value) =>
            onChange({ attributes: withAttribute(filters.attributes, attribute.id, value) })
          }
        />
      ))}
    </>
  )
}

function PriceFields({
  filters,
  facets,
  onChange,
}: Pick<FilterFieldsProps, 'filters' | 'facets' | 'onChange'>) {
  const t = useT()
  const wrong = isPriceImpossible(filters) ? t('list.priceOrder') : undefined
  const range = facets?.price
  return (
    <fieldset className={styles.pair}>
      <legend className={styles.legend}>
        {t('list.price')} {range && <span className={styles.ends}>{priceText(range, t)}</span>}
      </legend>
      <NumberField
        label={t('list.minPrice')}
        value={filters.minPrice}
        error={wrong}
        onCommit={(minPrice) => onChange({ minPrice })}
      />
      <NumberField
        label={t('list.maxPrice')}
        value={filters.maxPrice}
        error={wrong}
        onCommit={(maxPrice) => onChange({ maxPrice })}
      />
    </fieldset>
  )
}

/** Text with a count, such as `Phones (12)`; only the text until the count has loaded. */
function withCount(text: string, count: number | undefined): string {
  return count === undefined ? text : `${text} (${countText(count)})`
}
