import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasFailed } from '#web/api/load-state.ts'

export interface Pages<Page> {
  /** The current page; undefined until the first one has loaded. */
  page: Page | undefined
  number: number
  hasNext: boolean
  next: () => void
  previous: () => void
  /** Another page is loading while the previous one is still shown. */
  isTurning: boolean
  failed: boolean
  retry: () => void
  retrying: boolean
}

interface PagesOptions<Page> {
  /** Includes the filters: a change of filters starts at the first page. */
  queryKey: QueryKey
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>
  refetchInterval?: number | false
}

/** Reads a list by cursors; keeps the previous cursors for the way back. */
export function usePages<Page extends { nextCursor: string | null }>({
  queryKey,
  load,
  refetchInterval = false,
}: PagesOptions<Page>): Pages<Page> {
  const list = JSON.stringify(queryKey)
  const [way, setWay] = useState<{ list: string; cursors: string[] }>({ list, cursors: [] })
  const cursors = way.list === list ? way.cursors : []
  const cursor = cursors.at(-1)

  const query = useQuery({
    queryKey: [...queryKey, cursor],
    queryFn: ({ signal }) => load(cursor, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
    staleTime: 0,
  })
  const nextCursor = query.data?.nextCursor

  return {
    page: query.data,
    number: cursors.length + 1,
    hasNext: Boolean(nextCursor),
    next: () => {
      if (nextCursor && !query.isPlaceholderData) {
        setWay({ list, cursors: [...cursors, nextCursor] })
      }
    },
    previous: () => setWay({ list, cursors: cursors.slice(0, -1) }),
    isTurning: query.isPlaceholderData,
    failed: hasFailed(query),
    retry: () => query.refetch(),
    retrying: query.isFetching,
  }
}
