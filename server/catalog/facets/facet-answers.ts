/** Reads lists from the in-memory tables: the products to show, their number, and the filters to offer. */
import type { NamedGroup } from '#contract/attributes.ts'
import { fromCents } from '#contract/money.ts'
import type { AttributeFacet, FacetRange, ProductFacets } from '#contract/product-lists.ts'
import { type AttributeKey, type Condition, type Facet, NO, YES } from '../listing/conditions.ts'
import type { Filters } from '../listing/filters.ts'
import { type Order, type Placed, pickBest } from './best.ts'
import type { Facets } from './facet-index.ts'
import type { FilterAttribute } from './facets.store.ts'
import { type Range, type Rows, type Selection, select } from './table.ts'

/**
 * Minimum ratings to offer as filters, in stars. Ascending, since products that reach a minimum are searched only among
 * those that reach the previous one.
 */
const COUNTED_STARS = [2, 3, 4] as const

export interface ListQuery {
  /** The name of a category; null for all. */
  category: string | null
  conditions: readonly Condition[]
}

/** The selected products of each category, keyed by category id. */
export type Selections = ReadonlyMap<number, Selection>

/** Maps a category's name to the ids of the products to select from; null to select from all products. */
export type Among = ((category: string) => readonly number[]) | null

/**
 * Selects products in every category.
 * @param among restricts the products, for example to the hits of a search.
 */
export function selectFrom(
  { definitions, tables }: Facets,
  { parts, byFamily }: Pick<Filters, 'parts' | 'byFamily'>,
  among: Among,
): Selections {
  const selections = new Map<number, Selection>()
  for (const { id, name } of definitions.categories) {
    const table = tables.get(id)
    if (table) selections.set(id, select(table, parts, { ids: among?.(name) ?? null, byFamily }))
  }
  return selections
}

/** The number of products or families that pass the filters, keyed by category name. */
export function hitsOf({ definitions }: Facets, selections: Selections): Record<string, number> {
  const counts = definitions.categories.map(({ id, name }) => {
    const found = selections.get(id)
    return [name, found ? found.table.count(found.hits, found.byFamily) : 0]
  })
  return Object.fromEntries(counts)
}

export function pageOf(
  { definitions }: Facets,
  category: string | null,
  selections: Selections,
  order: Order,
  window: { after: Placed | null; limit: number },
): Placed[] {
  const page: Placed[] = []
  for (const { id, name } of definitions.categories) {
    const found = category === null || category === name ? selections.get(id) : undefined
    if (found) pickBest(page, found.table, shown(found), order, window)
  }
  return page
}

/** Ids of up to `most` products that the list shows, in no particular order. */
export function idsShown(
  { definitions }: Facets,
  category: string | null,
  selections: Selections,
  most: number,
): number[] {
  const ids: number[] = []
  for (const { id, name } of definitions.categories) {
    const found = category === null || category === name ? selections.get(id) : undefined
    if (!found) continue
    for (const row of shown(found).subarray(0, most - ids.length)) ids.push(found.table.idAt(row))
  }
  return ids
}

function shown({ table, hits, byFamily }: Selection): Rows {
  return byFamily ? table.bestOffers(hits) : hits
}

export function facetsOf(
  { definitions }: Facets,
  { category, conditions }: ListQuery,
  selections: Selections,
): ProductFacets {
  const chosen = definitions.categories.find(({ name }) => name === category)?.id ?? null
  const tally = startTally(
    definitions.attributes.filter((one) => one.category_id === chosen),
    conditions,
  )
  for (const [id, found] of selections) {
    if (chosen === null || chosen === id) count(tally, found)
  }
  const counted = <Group extends NamedGroup>(of: Facet, groups: readonly Group[]) =>
    groups
      .map((group) => ({ ...group, products: countOf(tally, of, group.id) }))
      .filter(({ id, products }) => products > 0 || isChosen(tally, of, id))
  return {
    brands: counted('brand', definitions.brands).sort((a, b) => b.products - a.products),
    subCategories: counted('subCategory', definitions.subCategories).map(
      ({ category_id: _category, ...group }) => group,
    ),
    price: toRange(tally.ranges.get('price'), fromCents),
    ratings: Object.fromEntries(COUNTED_STARS.map((stars, at) => [stars, tally.ratings[at] ?? 0])),
    inStock: countOf(tally, 'stock', YES),
    attributes: tally.attributes
      .map((attribute) => toFacet(tally, attribute))
      .filter((facet) => facet !== null),
  }
}

const NO_RANGE: Range = { min: Infinity, max: Number.NEGATIVE_INFINITY }

interface Tally {
  attributes: readonly FilterAttribute[]
  conditions: readonly Condition[]
  ids: Map<Facet, Map<number, number>>
  ranges: Map<Facet, Range>
  /**
   * The number of products with each value, keyed by attribute; empty for an attribute with too many distinct values.
   */
  numbers: Map<Facet, Map<number, number>>
  /** The number of products that reach each minimum rating, in the order of COUNTED_STARS. */
  ratings: number[]
}

function startTally(
  attributes: readonly FilterAttribute[],
  conditions: readonly Condition[],
): Tally {
  const tally: Tally = {
    attributes,
    conditions,
    ids: new Map(),
    ranges: new Map(),
    numbers: new Map(),
    ratings: [0, 0, 0],
  }
  for (const facet of ['brand', 'subCategory', 'stock'] as const) tally.ids.set(facet, new Map())
  tally.ranges.set('price', NO_RANGE)
  for (const { id, kind } of attributes) {
    if (kind === 'number') tally.ranges.set(keyOf(id), NO_RANGE)
    else tally.ids.set(keyOf(id), new Map())
  }
  return tally
}

function count({ ids, ranges, numbers, ratings }: Tally, found: Selection): void {
  const { table, byFamily } = found
  for (const [of, counts] of ids) {
    for (const [id, count] of table.countIds(of, found.but(of), byFamily)) {
      counts.set(id, (counts.get(id) ?? 0) + count)
    }
  }
  for (const [of, { min, max }] of ranges) {
    const others = found.but(of)
    const range = table.rangeOf(of, others)
    // Set rather than added up, since an attribute belongs to one category.
    if (of !== 'price') numbers.set(of, table.countNumbers(of, others, byFamily))
    ranges.set(of, { min: Math.min(min, range.min), max: Math.max(max, range.max) })
  }
  let rated = found.but('rating')
  for (const [at, stars] of COUNTED_STARS.entries()) {
    const condition = { of: 'rating', kind: 'range', min: stars * 100, max: Infinity } as const
    rated = table.passing(condition, rated)
    ratings[at] = (ratings[at] ?? 0) + table.count(rated, byFamily)
  }
}

/** Whether the list is filtered by this value, which is then offered even if it would find no products. */
function isChosen({ conditions }: Tally, of: Facet, id: number): boolean {
  const own = conditions.find((condition) => condition.of === of)
  return own?.kind === 'values' && own.values.includes(id)
}

/** @returns null for an attribute that no product in the list has, unless the list is filtered by it. */
function toFacet(tally: Tally, attribute: FilterAttribute): AttributeFacet | null {
  const { category_id: _category, choices, ...names } = attribute
  const of = keyOf(attribute.id)
  const counted = choices.map((choice) => ({ ...choice, products: countOf(tally, of, choice.id) }))
  const isYesOrNo = attribute.kind === 'boolean'
  const facet: AttributeFacet = {
    ...names,
    choices: counted.filter(({ id, products }) => products > 0 || isChosen(tally, of, id)),
    range: toRange(tally.ranges.get(of), (number) => number),
    values: [...(tally.numbers.get(of) ?? [])]
      .map(([number, products]) => ({ number, products }))
      .filter(({ number, products }) => products > 0 || isChosen(tally, of, number)),
    yes: isYesOrNo ? countOf(tally, of, YES) : null,
    no: isYesOrNo ? countOf(tally, of, NO) : null,
  }
  const isEmpty = facet.choices.length === 0 && !facet.range && !facet.yes && !facet.no
  return isEmpty && !tally.conditions.some((condition) => condition.of === of) ? null : facet
}

function countOf({ ids }: Tally, of: Facet, id: number): number {
  return ids.get(of)?.get(id) ?? 0
}

function toRange(range: Range | undefined, written: (n: number) => number): FacetRange | null {
  if (!range || range.min > range.max) return null
  return { min: written(range.min), max: written(range.max) }
}

function keyOf(id: number): AttributeKey {
  return `attribute ${id}`
}
