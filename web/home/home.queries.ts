import { queryOptions } from '@tanstack/react-query'
import type { shopWindow } from '#contract/shop.ts'
import { request } from '#web/api/request.ts'

/** The carousel and the partners strip, which change rarely. */
export const shopWindowQuery = queryOptions({
  queryKey: ['shop-window'],
  queryFn: ({ signal }) => request<typeof shopWindow>('GET /api/shop-window', { signal }),
  staleTime: 10 * 60_000,
})
