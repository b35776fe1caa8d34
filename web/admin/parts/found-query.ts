import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from '#web/api/calls.ts'
import { requestUntyped } from '#web/api/request.ts'
import type { ListCall } from './usePages.ts'

/**
 * The first results of a search in a list. Results for earlier input stay until the new ones have loaded.
 * @param enabled whether to search; if not, no request is sent
 */
export function foundQuery<Call extends ListCall>(
  call: Call,
  query: QueryOf<Calls[Call]>,
  enabled: boolean,
) {
  return queryOptions({
    queryKey: [...call.split('/').slice(2), 'found', query],
    queryFn: ({ signal }) =>
      requestUntyped(call, { query: { ...query }, signal }) as Promise<ReplyOf<Calls[Call]>>,
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
