/** What the table answers: the numbers of a list, and what it can be filtered by. */
import type { NamedGroup } from '#contract/attributes.ts'
import type { AttributeFacet, FacetRange, ProductFacets } from '#contract/catalog.ts'
import { fromCents } from '#contract/money.ts'
import { type AttributeKey, type Condition, type Facet, NO, YES } from '../listing/conditions.ts'
import type { Filters } from '../listing/filters.ts'
import type { Facets } from './facet-index.ts'
import type { FilterAttribute } from './facets.store.ts'
import { countFrom, countIds, type Range, rangeOf, type Selection, select } from './selection.ts'

/** Minimum ratings that are counted, in stars. */
const COUNTED_STARS = [4, 3, 2] as const

export interface ListQuery extends Pick<Filters, 'byFamily'> {
  /** By its name; null for all. */
  category: string | null
  conditions: readonly Condition[]
}

/** What a list's conditions leave. @param among only these products, by id; null for all. */
export function selectFrom(
  { definitions, table }: Facets,
  { category, conditions, byFamily }: ListQuery,
  among: readonly number[] | null,
): Selection {
  const values = definitions.categories.filter(({ name }) => name === category).map(({ id }) => id)
  const inCategory = { of: 'category', kind: 'values', values } as const
  const all = category === null ? conditions : [inCategory, ...conditions]
  return select(table, all, { among, byFamily })
}

/** How many products, or families, pass all but the category, by the name of their category. */
export function hitsByCategory(
  { definitions }: Facets,
  selection: Selection,
): Record<string, number> {
  const counts = countIds(selection, 'category', selection.but('category'))
  return Object.fromEntries(
    definitions.categories.map(({ id, name }) => [name, counts.get(id) ?? 0]),
  )
}

/** What a list can be filtered by. */
export function facetsOf(
  { definitions }: Facets,
  { category, conditions }: ListQuery,
  selection: Selection,
): ProductFacets {
  const chosen = definitions.categories.find(({ name }) => name === category)?.id ?? null
  const counts = (of: Facet) => countIds(selection, of, selection.but(of))
  const counted = <Group extends NamedGroup>(of: Facet, groups: readonly Group[]) => {
    const products = counts(of)
    return groups
      .map((group) => ({ ...group, products: products.get(group.id) ?? 0 }))
      .filter((group) => group.products > 0 || isChosen(conditions, of, group.id))
  }
  const rated = selection.but('rating')
  return {
    brands: counted('brand', definitions.brands).sort((a, b) => b.products - a.products),
    subCategories: counted('subCategory', definitions.subCategories).map(
      ({ category_id: _category, ...group }) => group,
    ),
    price: toRange(rangeOf(selection, 'price', selection.but('price')), fromCents),
    ratings: Object.fromEntries(
      COUNTED_STARS.map((stars) => [stars, countFrom(selection, 'rating', rated, stars * 100)]),
    ),
    inStock: counts('stock').get(YES) ?? 0,
    attributes: definitions.attributes
      .filter((attribute) => attribute.category_id === chosen)
      .map((attribute) => toFacet(selection, conditions, attribute))
      .filter((facet) => facet !== null),
  }
}

/** Whether the list is filtered by it: what is chosen stays in sight, though nothing is left. */
function isChosen(conditions: readonly Condition[], of: Facet, id: number): boolean {
  const own = conditions.find((condition) => condition.of === of)
  return own?.kind === 'values' && own.values.includes(id)
}

/** Null for an attribute that no product of the list has, unless the list is filtered by it. */
function toFacet(
  selection: Selection,
  conditions: readonly Condition[],
  { category_id: _category, choices, ...names }: FilterAttribute,
): AttributeFacet | null {
  const of: AttributeKey = `attribute ${names.id}`
  const rows = selection.but(of)
  const isNumber = names.kind === 'number'
  const counts = isNumber ? new Map<number, number>() : countIds(selection, of, rows)
  const countOf = (id: number) => counts.get(id) ?? 0
  const isYesOrNo = names.kind === 'boolean'
  const facet: AttributeFacet = {
    ...names,
    choices: choices
      .map((choice) => ({ ...choice, products: countOf(choice.id) }))
      .filter(({ id, products }) => products > 0 || isChosen(conditions, of, id)),
    range: isNumber ? toRange(rangeOf(selection, of, rows), (number) => number) : null,
    yes: isYesOrNo ? countOf(YES) : null,
    no: isYesOrNo ? countOf(NO) : null,
  }
  const isEmpty = facet.choices.length === 0 && !facet.range && !facet.yes && !facet.no
  return isEmpty && !conditions.some((condition) => condition.of === of) ? null : facet
}

function toRange(range: Range | null, written: (n: number) => number): FacetRange | null {
  return range && { min: written(range.min), max: written(range.max) }
}
