/** A listing's filters as SQL on `product_search s`. */
import { type RawBuilder, sql } from 'kysely'
import { ALL_CATEGORIES } from '#contract/locale.ts'
import type { ProductsQuery } from '#contract/product-lists.ts'
import { all, opaqueToPlanner } from '../../platform/db/conditions.ts'
import { type Condition, readConditions, toSql } from './conditions.ts'

export interface Filters {
  /** Every condition except search terms and category. */
  parts: readonly Condition[]
  /** Whether each family is shown once, by its best offer. */
  byFamily: boolean
  /** `parts` as SQL; `withoutWorseOffers` adds a condition. */
  conditions: RawBuilder<unknown>[]
  /** Whether no product can pass, because a range is empty. */
  areImpossible: boolean
  /** Whether most products are assumed to pass. */
  areLoose: boolean
}

export function readFilters(query: ProductsQuery): Filters {
  const parts = readConditions(query)
  return {
    parts,
    byFamily: query.group === 'family',
    conditions: parts.map(toSql),
    areImpossible: parts.some((part) => part.kind === 'range' && part.min > part.max),
    areLoose: parts.length === 0 || (parts.length === 1 && parts[0]?.of === 'stock'),
  }
}

export const NO_FILTERS: Filters = readFilters({})

/**
 * If the list shows each family once, adds the condition that the list has no better offer from the product's family.
 * The best offer is in stock if possible, then has the lowest price, then the lowest id.
 * @param words the list's search terms; null if it has none.
 */
export function withoutWorseOffers(filters: Filters, words: string | null): Filters {
  if (!filters.byFamily) return filters
  const listed = [...(words === null ? [] : [hasWords(words)]), ...filters.conditions]
  // `is true` keeps the planner from replacing the check of a family's few products with a join over all products.
  const isListed = all(listed.map((condition) => sql`(${condition}) is true`))
  const isBest = sql`(s.family_id is null or not exists (
    select from (
      select s.family_id as own_family, s.product_id as own_id, s.in_stock as own_stock,
        s.price_cents as own_price
    ) own
    join product_search s on s.family_id = own_family
    where (not s.in_stock, s.price_cents, s.product_id) < (not own_stock, own_price, own_id)
      and ${isListed}
  ))`
  return {
    ...filters,
    conditions: [...filters.conditions, isBest],
    areLoose: false,
  }
}

/** The name of the category; null for all categories. */
export function categoryOf(category: ProductsQuery['category']): string | null {
  return category && category !== ALL_CATEGORIES ? category : null
}

export function inCategory(category: string | null): RawBuilder<unknown>[] {
  return category === null ? [] : [sql`s.category_id = ${idOfCategory(category)}`]
}

export function idOfCategory(name: string): RawBuilder<unknown> {
  return sql`(select id from category where name = ${name})`
}

/** Condition: `product_search s` matches the search terms. */
export function hasWords(words: string): RawBuilder<unknown> {
  return sql`s.words @@ ${opaqueToPlanner(sql`${words}::tsquery`)}`
}

/**
 * `product_search s`, restricted to rows that match the search terms. The `offset` makes the planner evaluate the terms
 * first: it cannot estimate how many rows match, and would otherwise read half the products in order of price.
 */
export function hitsOf(words: string | null): RawBuilder<unknown> {
  return words === null
    ? sql`product_search s`
    : sql`(select s.* from product_search s where ${hasWords(words)} offset 0) s`
}

/** Query for the `product_search` rows of the products `ids`. */
export function hitsListed(ids: readonly number[]): RawBuilder<unknown> {
  return sql`
    select s.* from product_search s
    where s.product_id = any(${opaqueToPlanner(sql`${ids}::bigint[]`)}::bigint[])`
}

/** Table: one row (id, key) per hit. */
export function listed(hits: readonly { id: number; key: number }[]): RawBuilder<unknown> {
  const ids = opaqueToPlanner(sql`${hits.map(({ id }) => id)}::bigint[]`)
  return sql`unnest(${ids}, ${opaqueToPlanner(sql`${hits.map(({ key }) => key)}::bigint[]`)})`
}

/**
 * Like `hitsOf`, for callers that read only some of the hits. Without `materialized`, their limit would make the
 * planner read products in arbitrary order, since it expects to find enough hits soon.
 */
export function firstHitsOf(words: string): RawBuilder<unknown> {
  return sql`(
    with hit as materialized (select s.* from product_search s where ${hasWords(words)})
    select * from hit
  ) s`
}
