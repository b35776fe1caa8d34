import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Calls } from '#web/api/calls.ts'
import { hasFailed } from '#web/api/load-state.ts'
import { requestUntyped } from '#web/api/request.ts'

export interface Pages<Page> {
  /** The current page; undefined until the first one has loaded. */
  page: Page | undefined
  number: number
  hasNext: boolean
  next: () => void
  previous: () => void
  /** Whether the previous page is still shown because the requested page has not loaded yet. */
  isTurning: boolean
  failed: boolean
  error: unknown
  retry: () => void
  retrying: boolean
}

export type ListCall = {
  [Call in keyof Calls]: ReplyOf<Calls[Call]> extends { nextCursor: string | null } ? Call : never
}[keyof Calls]

/** An empty string turns a filter off. */
type Filters<Query> = {
  [Name in Exclude<keyof Query, 'cursor' | 'limit'>]?: Query[Name] | '' | undefined
}

interface PagesOptions<Call extends ListCall> {
  /** Changing the filters returns to the first page. */
  filters?: Filters<QueryOf<Calls[Call]>>
  refetchInterval?: number | false
}

/** Reads a list page by page, remembering the pages' cursors so that it can go back. */
export function usePages<Call extends ListCall>(
  call: Call,
  { filters, refetchInterval = false }: PagesOptions<Call> = {},
): Pages<ReplyOf<Calls[Call]>> {
  const queryKey = [...call.split('/').slice(2), 'list', filters]
  const list = JSON.stringify(queryKey)
  const [passed, setPassed] = useState<{ list: string; cursors: string[] }>({ list, cursors: [] })
  const cursors = passed.list === list ? passed.cursors : []
  const cursor = cursors.at(-1)

  const query = useQuery({
    queryKey: [...queryKey, cursor],
    queryFn: ({ signal }) => {
      const parts = { query: { limit: PAGE_SIZE, ...filters, cursor }, signal }
      return requestUntyped(call, parts) as Promise<{ nextCursor: string | null }>
    },
    placeholderData: keepPreviousData,
    refetchInterval,
    staleTime: 0,
  })
  const nextCursor = query.data?.nextCursor

  return {
    page: query.data as unknown as ReplyOf<Calls[Call]> | undefined,
    number: cursors.length + 1,
    hasNext: Boolean(nextCursor),
    next: () => {
      if (nextCursor && !query.isPlaceholderData) {
        setPassed({ list, cursors: [...cursors, nextCursor] })
      }
    },
    previous: () => setPassed({ list, cursors: cursors.slice(0, -1) }),
    isTurning: query.isPlaceholderData,
    failed: hasFailed(query),
    error: query.error,
    retry: () => query.refetch(),
    retrying: query.isFetching,
  }
}
