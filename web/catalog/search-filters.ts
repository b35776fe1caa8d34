/** The filters of a search in the address, and the query for the server. Pure functions. */
import type { ProductsQuery, Sort } from '#contract/catalog.ts'
import { ALL_CATEGORIES, CATEGORIES } from '#contract/locale.ts'

export const SEARCH_CATEGORIES = [ALL_CATEGORIES, ...CATEGORIES] as const
export type SearchCategory = (typeof SEARCH_CATEGORIES)[number]

/** The wire's values; an import from contract/catalog.ts would bring its schemas along. */
export const SORT_NAMES = [
  'relevance',
  'newest',
  'price',
  '-price',
  'rating',
  'sold',
] as const satisfies readonly Sort[]

/** The keys are the parameters in the address; the specification defines the first two. */
export interface SearchFilters {
  category: SearchCategory
  search: string
  sort: Sort
  minPrice: string
  maxPrice: string
  minRating: string
  inStock: boolean
  /** Show only this browser's favourites. */
  favourites: boolean
}

/** Reads filters from an address; invalid values fall back to their defaults. */
export function readFilters(address: URLSearchParams, path: string | undefined): SearchFilters {
  const category = address.get('category') ?? path
  const sort = address.get('sort')
  return {
    category: SEARCH_CATEGORIES.find((name) => name === category) ?? ALL_CATEGORIES,
    search: address.get('search') ?? '',
    sort: SORT_NAMES.find((name) => name === sort) ?? 'relevance',
    minPrice: amount(address.get('minPrice')),
    maxPrice: amount(address.get('maxPrice')),
    minRating: amount(address.get('minRating')),
    inStock: address.get('inStock') === 'true',
    favourites: address.get('favourites') === '1',
  }
}

/** Writes filters into an address and leaves out defaults. */
export function writeFilters(filters: SearchFilters): URLSearchParams {
  const address = new URLSearchParams({ category: filters.category, search: filters.search })
  if (filters.sort !== 'relevance') address.set('sort', filters.sort)
  for (const name of ['minPrice', 'maxPrice', 'minRating'] as const) {
    if (filters[name]) address.set(name, filters[name])
  }
  if (filters.inStock) address.set('inStock', 'true')
  if (filters.favourites) address.set('favourites', '1')
  return address
}

/** Default values of all filters except category, words and sort order. */
export function withoutFilters() {
  return {
    minPrice: '',
    maxPrice: '',
    minRating: '',
    inStock: false,
    favourites: false,
  } satisfies Partial<SearchFilters>
}

export function isFiltered(filters: SearchFilters): boolean {
  const { minPrice, maxPrice, minRating, inStock, favourites } = filters
  return Boolean(minPrice || maxPrice || minRating || inStock || favourites)
}

/** Whether the minimum price is above the maximum. */
export function isPriceImpossible({ minPrice, maxPrice }: SearchFilters): boolean {
  return minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice)
}

/** Returns the server query for the filters. */
export function productsQueryOf(
  filters: SearchFilters,
  favourites: ReadonlySet<number>,
): ProductsQuery {
  return {
    category: filters.category,
    search: filters.search,
    sort: filters.sort,
    ...(filters.minPrice && { minPrice: Number(filters.minPrice) }),
    ...(filters.maxPrice && { maxPrice: Number(filters.maxPrice) }),
    ...(filters.minRating && { minRating: Number(filters.minRating) }),
    ...(filters.inStock && { inStock: true }),
    ...(filters.favourites && { ids: [...favourites].slice(0, IDS_MAX).join(',') || NO_PRODUCT }),
  }
}

/** The most ids that one request may contain. */
const IDS_MAX = 100
/** An id that no product has: without favourites the query must not match all products. */
const NO_PRODUCT = '999999999999999'

function amount(value: string | null): string {
  return value && Number(value) >= 0 ? value : ''
}
