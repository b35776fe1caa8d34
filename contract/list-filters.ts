/** Reads and writes a list's filters in the page's URL, and builds the server's query from them. Pure functions. */
import { ATTRIBUTE_FILTERS_MAX } from './limits.ts'
import {
  ALL_CATEGORIES,
  SEARCH_CATEGORIES,
  type SearchCategory,
  SORTS,
  type Sort,
} from './locale.ts'
import type { ProductsQuery } from './product-lists.ts'

/** The keys are URL parameters; the specification defines the first two. */
export interface ListFilters {
  category: SearchCategory
  search: string
  sort: Sort
  minPrice: string
  maxPrice: string
  minRating: string
  inStock: boolean
  /** The id of the device that the products must fit; empty for any. */
  fits: string
  /** Ids separated by commas, as sent to the API. */
  brand: string
  sub: string
  /** Attribute filters, as sent to the API: `7:31,32;9:6..6.7;12:yes`. */
  attributes: string
  /** Whether to show only this browser's favorites. */
  favourites: boolean
}

/** Invalid values fall back to their defaults. @param path the category in the path, if any. */
export function readFilters(address: URLSearchParams, path: string | undefined): ListFilters {
  const category = address.get('category') ?? path
  const sort = address.get('sort')
  return {
    category: SEARCH_CATEGORIES.find((name) => name === category) ?? ALL_CATEGORIES,
    search: address.get('search') ?? '',
    sort: SORTS.find((name) => name === sort) ?? 'relevance',
    minPrice: amount(address.get('minPrice')),
    maxPrice: amount(address.get('maxPrice')),
    minRating: amount(address.get('minRating')),
    inStock: address.get('inStock') === 'true',
    fits: id(address.get('fits')),
    brand: ids(address.get('brand')),
    sub: ids(address.get('sub')),
    attributes: writeAttributes(readAttributes(address.get('attributes') ?? '')),
    favourites: address.get('favourites') === '1',
  }
}

const TEXTS = ['minPrice', 'maxPrice', 'minRating', 'fits', 'brand', 'sub', 'attributes'] as const

/** Leaves out filters at their default values, except category and search. */
export function writeFilters(filters: ListFilters): URLSearchParams {
  const address = new URLSearchParams({ category: filters.category, search: filters.search })
  if (filters.sort !== 'relevance') address.set('sort', filters.sort)
  for (const name of TEXTS) {
    if (filters[name]) address.set(name, filters[name])
  }
  if (filters.inStock) address.set('inStock', 'true')
  if (filters.favourites) address.set('favourites', '1')
  return address
}

const NO_ADDRESS = new URLSearchParams()

/** The default values of the filters that a list offers to clear; clearing them keeps a list of favourites. */
export function withoutFilters() {
  const { category, search, sort, favourites, ...none } = readFilters(NO_ADDRESS, undefined)
  return none
}

export function isFiltered(filters: ListFilters): boolean {
  return TEXTS.some((name) => filters[name] !== '') || filters.inStock
}

export function isPriceImpossible({ minPrice, maxPrice }: ListFilters): boolean {
  return minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice)
}

/** @param isByFamily whether to show one card per family. */
export function productsQueryOf(
  filters: ListFilters,
  favourites: ReadonlySet<number>,
  isByFamily: boolean,
): ProductsQuery {
  return {
    category: filters.category,
    // Favorites are individual products, so they are not grouped.
    ...(isByFamily && !filters.favourites && { group: 'family' }),
    ...(filters.search && { search: filters.search }),
    sort: filters.sort,
    facets: true,
    ...(filters.fits && { fits: filters.fits }),
    ...(filters.brand && { brand: filters.brand }),
    ...(filters.sub && { subCategory: filters.sub }),
    ...(filters.attributes && { attributes: filters.attributes }),
    ...(filters.minPrice && { minPrice: Number(filters.minPrice) }),
    ...(filters.maxPrice && { maxPrice: Number(filters.maxPrice) }),
    ...(filters.minRating && { minRating: Number(filters.minRating) }),
    ...(filters.inStock && { inStock: true }),
    ...(filters.favourites && { ids: [...favourites].slice(0, IDS_MAX).join(',') || NO_PRODUCT }),
  }
}

/** Maximum number of ids in one request. */
const IDS_MAX = 100
/** An id that no product has: with no favorites, the query must match nothing rather than everything. */
const NO_PRODUCT = '999999999999999'

function amount(value: string | null): string {
  return value && Number(value) >= 0 ? value : ''
}

function id(value: string | null): string {
  return value && /^[1-9]\d{0,14}$/.test(value) ? value : ''
}

function ids(value: string | null): string {
  return value && /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,19}$/.test(value) ? value : ''
}

/** Adds an id to a list of ids, or removes it if already present. */
export function toggled(list: string, id: number): string {
  const before = list === '' ? [] : list.split(',')
  const without = before.filter((one) => one !== String(id))
  return (without.length < before.length ? without : [...before, id]).join(',')
}

export function hasId(list: string, id: number): boolean {
  return list.split(',').includes(String(id))
}

const AMOUNT = String.raw`-?\d{1,10}(?:\.\d{1,6})?`
const ONE_OF = String.raw`-?\d{1,15}(?:\.\d{1,6})?`
const ATTRIBUTE = new RegExp(
  String.raw`^([1-9]\d{0,14}):(yes|no|${ONE_OF}(?:,${ONE_OF}){0,19}|${AMOUNT}\.\.(?:${AMOUNT})?|\.\.${AMOUNT})$`,
)

/** @returns the values, keyed by attribute id; invalid parts are skipped. */
export function readAttributes(text: string): Map<number, string> {
  const all = text.split(';').map((one) => ATTRIBUTE.exec(one))
  return new Map(all.flatMap((found) => (found?.[2] ? [[Number(found[1]), found[2]]] : [])))
}

/** Leaves out empty values, and attributes beyond the server's maximum. */
export function writeAttributes(values: ReadonlyMap<number, string>): string {
  return [...values]
    .filter(([, value]) => value !== '')
    .slice(0, ATTRIBUTE_FILTERS_MAX)
    .map(([id, value]) => `${id}:${value}`)
    .join(';')
}

/** @param value empty to remove the filter. */
export function withAttribute(attributes: string, id: number, value: string): string {
  return writeAttributes(readAttributes(attributes).set(id, value))
}

/** Both ends of a range; an open end is empty. */
export function rangeOf(value: string | undefined): { min: string; max: string } {
  const [min = '', max = ''] = value?.includes('..') ? value.split('..') : []
  return { min, max }
}

/**
 * The numbers that an attribute's filter selects.
 * @param value numbers separated by commas, or a range.
 * @param all the attribute's numbers, from which a range selects.
 */
export function numbersIn(value: string, all: readonly number[]): number[] {
  if (value === '') return []
  if (!value.includes('..')) return value.split(',').map(Number)
  const { min, max } = rangeOf(value)
  return all.filter((number) => number >= Number(min) && number <= Number(max || Infinity))
}

export function writeRange({ min, max }: { min: string; max: string }): string {
  return min === '' && max === '' ? '' : `${min}..${max}`
}
