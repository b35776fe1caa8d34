/**
 * Sort orders and periods for staff lists, as named in URLs and in the API. Free of schemas, to keep them out of the
 * browser bundle.
 */
export const ADMIN_PRODUCT_SORTS = ['newest', 'name', 'price', '-price', 'sold', 'stock'] as const
export type AdminProductSort = (typeof ADMIN_PRODUCT_SORTS)[number]

export const CUSTOMER_SORTS = ['newest', 'spend', 'orders'] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]

/** Periods in days, including today. */
export const PERIODS = ['1', '7', '30', '90'] as const
export type Period = (typeof PERIODS)[number]
