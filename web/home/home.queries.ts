import { queryOptions } from '@tanstack/react-query'
import { fromDocument } from '#web/api/from-document.ts'
import { request } from '#web/api/request.ts'

/**
 * The carousel and the partners strip, which rarely change. Not aborted when the screen closes, because the next screen
 * shows the same content and would have to request it again.
 */
export const storefrontQuery = queryOptions({
  queryKey: ['storefront'],
  queryFn: () => request('GET /api/shop-window'),
  staleTime: 10 * 60_000,
  ...fromDocument('GET /api/shop-window'),
})
