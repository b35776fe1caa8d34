import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#contract/admin/lists.ts'
import { request } from '#web/api/request.ts'

const LOOK_AGAIN = 60_000

export function dashboardQuery(days: Period) {
  return queryOptions({
    queryKey: ['admin', 'dashboard', days],
    queryFn: ({ signal }) => request('GET /api/admin/dashboard', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN,
  })
}
