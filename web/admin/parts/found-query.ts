import { keepPreviousData } from '@tanstack/react-query'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Calls } from '#web/api/calls.ts'
import { load } from '#web/api/load.ts'
import type { PartsOf } from '#web/api/request.ts'
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
  return {
    ...load([...call.split('/').slice(2), 'found', query], call, { query } as PartsOf<Call>),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  }
}
