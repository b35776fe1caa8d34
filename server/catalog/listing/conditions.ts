/** A list's filters other than search terms and category: parsed from a query, and written as SQL. */
import { type RawBuilder, sql } from 'kysely'
import { PRICE_CENTS_MAX } from '#contract/limits.ts'
import type { ProductsQuery } from '#contract/product-lists.ts'
import { all } from '../../platform/db/conditions.ts'
import { readAmount } from '../../platform/http/read-amount.ts'
import { invalid } from '../../platform/http/shop-error.ts'

/** What a condition filters by; a query has at most one condition per facet. */
export type Facet =
  | 'ids'
  | 'fits'
  | 'price'
  | 'rating'
  | 'stock'
  | 'brand'
  | 'subCategory'
  | AttributeKey
export type AttributeKey = `attribute ${number}`

/**
 * Matches any of several ids or numbers, or an inclusive range of numbers. Prices are in cents, ratings in hundredths
 * of a star; the value of `fits` is the device's id; the values of yes-or-no attributes and of `stock` are NO and YES.
 */
export type Condition = { of: Facet } & (
  | { kind: 'values'; values: readonly number[] }
  | { kind: 'range'; min: number; max: number }
)

export const NO = 1
export const YES = 2

/** @throws ShopError `invalid` for an invalid price or a repeated attribute. */
export function readConditions(query: ProductsQuery): Condition[] {
  const { ids, fits, brand, subCategory, minRating, inStock, attributes } = query
  const min = centsOf('minPrice', query.minPrice)
  const max = centsOf('maxPrice', query.maxPrice)
  // The most selective conditions first, since in-memory lists are narrowed in this order.
  return [
    ...(ids ? [valuesOf('ids', ids)] : []),
    ...(fits ? [valuesOf('fits', fits)] : []),
    ...(attributes ? readAttributes(attributes) : []),
    ...(brand ? [valuesOf('brand', brand)] : []),
    ...(subCategory ? [valuesOf('subCategory', subCategory)] : []),
    ...(min === null && max === null ? [] : [rangeOf('price', min, max)]),
    ...(minRating ? [rangeOf('rating', Math.ceil(minRating * 100), null)] : []),
    ...(inStock ? [valuesOf('stock', String(YES))] : []),
  ]
}

/**
 * Parses a query's `attributes`, such as `3:7,9;4:yes;5:2..8`.
 * @throws ShopError `invalid` if an attribute is repeated.
 */
function readAttributes(text: string): Condition[] {
  const conditions = text.split(';').map((one): Condition => {
    const [id, value = ''] = one.split(':')
    const of: AttributeKey = `attribute ${Number(id)}`
    if (value === 'yes' || value === 'no') return valuesOf(of, String(value === 'yes' ? YES : NO))
    const [min, max] = value.split('..')
    if (max === undefined) return valuesOf(of, value)
    return rangeOf(of, min ? Number(min) : null, max ? Number(max) : null)
  })
  if (new Set(conditions.map(({ of }) => of)).size < conditions.length) {
    throw invalid({ attributes: ['error.invalid'] })
  }
  return conditions
}

function valuesOf(of: Facet, values: string): Condition {
  return { of, kind: 'values', values: values.split(',').map(Number) }
}

function rangeOf(of: Facet, min: number | null, max: number | null): Condition {
  return { of, kind: 'range', min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Infinity }
}

/** @returns the attribute's id; null for any other facet. */
export function attributeOf(of: Facet): number | null {
  return of.startsWith('attribute ') ? Number(of.slice('attribute '.length)) : null
}

/**
 * Column for rows of `product_search s`: the rating on the product's card, in hundredths of a star. It is the family's
 * rating if the product is in a family, otherwise the product's own.
 */
export const SHOWN_RATING = sql`coalesce(
  (select r.rating_x100 from family_rating r where r.product_id = s.product_id), s.rating_x100)`

/** The condition as SQL on `product_search s`. */
export function toSql(condition: Condition): RawBuilder<unknown> {
  const { of } = condition
  const id = attributeOf(of)
  if (id !== null) {
    // `is_true` is compared as NO or YES.
    const passes =
      condition.kind === 'range'
        ? within(condition, sql`v.number`)
        : sql`coalesce(v.choice_id, v.is_true::integer + 1, v.number)
            = any(${[...condition.values]}::float8[])`
    return sql`exists (
      select from product_attribute v where v.product_id = s.product_id
        and v.attribute_id = ${id} and ${passes}
    )`
  }
  switch (of) {
    case 'ids':
      return within(condition, sql`s.product_id`)
    case 'fits': {
      const [device = 0] = condition.kind === 'values' ? condition.values : []
      return sql`s.product_id in (select fitting from fitting_products(${device}) as fitting)`
    }
    case 'price':
      return within(condition, sql`s.price_cents`)
    case 'rating':
      return within(condition, SHOWN_RATING)
    case 'stock':
      return sql`s.in_stock`
    case 'brand':
      return ofProduct(within(condition, sql`p.brand_id`))
    default:
      return ofProduct(within(condition, sql`p.sub_category_id`))
  }
}

function ofProduct(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from product p where p.id = s.product_id and ${condition})`
}

function within(condition: Condition, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (condition.kind === 'values') return sql`${value} = any(${[...condition.values]}::bigint[])`
  const { min, max } = condition
  // Without a cast, the parameter gets the column's type, so that the column's index can be used.
  return all([
    ...(Number.isFinite(min) ? [sql`${value} >= ${min}`] : []),
    ...(Number.isFinite(max) ? [sql`${value} <= ${max}`] : []),
  ])
}

function centsOf(field: 'minPrice' | 'maxPrice', amount: number | undefined): number | null {
  if (amount === undefined) return null
  // Capped just above every price: a larger number would not fit the column.
  return Math.min(readAmount(field, amount), PRICE_CENTS_MAX + 1)
}
