import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#contract/admin/dashboard.ts'
import { request } from '#web/api/request.ts'

/** The periods in the API; importing them from contract/admin/dashboard.ts would bring its schemas into the page. */
export const PERIOD_NAMES = ['1', '7', '30', '90'] as const satisfies readonly Period[]

const LOOK_AGAIN = 60_000

export function dashboardQuery(days: Period) {
  return queryOptions({
    queryKey: ['admin', 'dashboard', days],
    queryFn: ({ signal }) => request('GET /api/admin/dashboard', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN,
  })
}
