import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from '#web/api/calls.ts'
import { requestUntyped } from '#web/api/request.ts'
import type { ListCall } from '../parts/usePages.ts'

/** The number of results of each kind; the list of that kind has the rest. */
const limit = 4

/**
 * Search results from one list.
 * @param mayRead whether the user may read the list; if not, there is no call
 */
export function foundQuery<Call extends ListCall>(call: Call, search: string, mayRead: boolean) {
  return queryOptions({
    queryKey: [...call.split('/').slice(2), 'found', search],
    queryFn: ({ signal }) =>
      requestUntyped(call, { query: { search, limit }, signal }) as Promise<ReplyOf<Calls[Call]>>,
    enabled: search !== '' && mayRead,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
