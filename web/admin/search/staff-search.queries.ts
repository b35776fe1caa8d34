import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/request.ts'

/** Results of each kind; a list has the rest. */
const limit = 4

const common = { placeholderData: keepPreviousData, staleTime: 0 }

/** The orders that the text finds. */
export function ordersFound(search: string) {
  return queryOptions({
    queryKey: ['admin', 'orders', 'found', search],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/orders', { query: { search, limit }, signal })).orders,
    ...common,
  })
}

/** The customers that the text finds. */
export function customersFound(search: string) {
  return queryOptions({
    queryKey: ['admin', 'customers', 'found', search],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/customers', { query: { search, limit }, signal })).customers,
    ...common,
  })
}

/** The products that the text finds. */
export function productsFound(search: string) {
  return queryOptions({
    queryKey: ['admin', 'products', 'found', search],
    queryFn: async ({ signal }) =>
      (await request('GET /api/admin/products', { query: { search, limit }, signal })).products,
    ...common,
  })
}
