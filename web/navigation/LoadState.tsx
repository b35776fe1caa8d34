import type { ReactNode } from 'react'
import { hasFailed } from '#web/api/load-state.ts'
import { ApiError } from '#web/api/request.ts'
import { LoadFailure } from './LoadFailure.tsx'

/** What is asked of a query. */
type Load = Parameters<typeof hasFailed>[0] & {
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface LoadStateProps {
  query: Load
  /** In the place of what is on its way. */
  skeleton: ReactNode
  /** In the place of what the server does not have, or cannot be asked for. */
  refused?: ReactNode
}

/** What stands where a screen's data will be, until it is there. */
export function LoadState({ query, skeleton, refused }: LoadStateProps) {
  if (!hasFailed(query)) return query.isPending ? skeleton : null
  if (refused && isRefused(query.error)) return refused
  return <LoadFailure onRetry={query.refetch} retrying={query.isFetching} />
}

/** Asking again would be answered the same; a word in the place of a number names nothing either. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422)
}
