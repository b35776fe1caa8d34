import {
  type ListFilters,
  rangeOf,
  readAttributes,
  toggled,
  withAttribute,
} from '#contract/list-filters.ts'
import type { AttributeFacet, ProductPage } from '#contract/product-lists.ts'
import { leftToRight } from '#web/i18n/left-to-right.ts'
import type { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { priceText, rangeText } from './range-text.ts'

export interface Chip {
  key: string
  text: string
  change: Partial<ListFilters>
}

type Facets = ProductPage['facets'] | undefined

interface Words {
  t: ReturnType<typeof useT>
  pick: ReturnType<typeof useLocalized>
  deviceName: string
}

/**
 * The chips for a list's filters. Brands, subcategories and attributes get their names once the
 * facets have loaded.
 */
export function chipsOf(filters: ListFilters, facets: Facets, words: Words): Chip[] {
  return [
    ...figuresOf(filters, words),
    ...deviceOf(filters, words),
    ...groupsOf('sub', filters, facets?.subCategories, words),
    ...groupsOf('brand', filters, facets?.brands, words),
    ...attributesOf(filters, facets, words),
  ]
}

function figuresOf(filters: ListFilters, { t }: Words): Chip[] {
  const { minPrice, maxPrice, minRating, inStock } = filters
  const price = priceText(
    { ...(minPrice && { min: Number(minPrice) }), ...(maxPrice && { max: Number(maxPrice) }) },
    t,
  )
  return [
    ...(minPrice || maxPrice
      ? [{ key: 'price', text: price, change: { minPrice: '', maxPrice: '' } }]
      : []),
    ...(minRating
      ? [
          {
            key: 'rating',
            text: t('list.rating.min', { stars: minRating }),
            change: { minRating: '' },
          },
        ]
      : []),
    ...(inStock ? [{ key: 'stock', text: t('list.inStock'), change: { inStock: false } }] : []),
  ]
}

function deviceOf({ fits }: ListFilters, { t, deviceName }: Words): Chip[] {
  if (fits === '') return []
  return [{ key: 'fits', text: t('fits.chip', { device: deviceName }), change: { fits: '' } }]
}

function groupsOf(
  name: 'sub' | 'brand',
  filters: ListFilters,
  groups: ReadonlyArray<{ id: number; name: string; name_ar: string }> | undefined,
  { pick }: Words,
): Chip[] {
  const ids = filters[name].split(',').map(Number)
  return (groups ?? [])
    .filter(({ id }) => ids.includes(id))
    .map((group) => ({
      key: `${name} ${group.id}`,
      text: pick(group, 'name'),
      change: { [name]: toggled(filters[name], group.id) },
    }))
}

function attributesOf({ attributes }: ListFilters, facets: Facets, words: Words): Chip[] {
  const chosen = readAttributes(attributes)
  return (facets?.attributes ?? []).flatMap((attribute) => {
    const { id } = attribute
    const value = chosen.get(id)
    if (value === undefined) return []
    const name = words.pick(attribute, 'name')
    const chip = (text: string, left: string): Chip => ({
      key: `${id} ${text}`,
      text: `${name}: ${text}`,
      change: { attributes: withAttribute(attributes, id, left) },
    })
    if (value === 'yes' || value === 'no') return [chip(words.t(`choice.${value}`), '')]
    if (attribute.kind === 'number' && value.includes('..')) {
      return [chip(numbersText(attribute, value, words), '')]
    }
    if (attribute.kind === 'number') {
      const unit = words.pick(attribute, 'unit')
      return value
        .split(',')
        .map((one) => chip(`${leftToRight(one)} ${unit}`.trim(), toggled(value, Number(one))))
    }
    const ids = value.split(',').map(Number)
    const choices = attribute.choices.filter((choice) => ids.includes(choice.id))
    // An old URL may contain a range for an attribute that now uses choices.
    if (choices.length === 0) return [chip(value, '')]
    return choices.map((choice) => chip(words.pick(choice, 'name'), toggled(value, choice.id)))
  })
}

function numbersText(attribute: AttributeFacet, value: string, { t, pick }: Words): string {
  const { min, max } = rangeOf(value)
  const numbers = rangeText(min && leftToRight(min), max && leftToRight(max), t)
  return `${numbers} ${pick(attribute, 'unit')}`.trim()
}
