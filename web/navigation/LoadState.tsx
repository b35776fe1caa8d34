import type { ReactNode } from 'react'
import { hasFailed } from '#web/api/load-state.ts'
import { ApiError } from '#web/api/request.ts'
import { LoadFailure } from './LoadFailure.tsx'

type Load = Parameters<typeof hasFailed>[0] & {
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface LoadStateProps {
  query: Load
  skeleton: ReactNode
  /** Shown for a 404 or 422, because a retry would not help. */
  refused?: ReactNode
}

/** Until data has loaded, shows the skeleton, `refused`, or a failure with a retry button; after that, nothing. */
export function LoadState({ query, skeleton, refused }: LoadStateProps) {
  if (!hasFailed(query)) return query.isPending ? skeleton : null
  if (refused && isRefused(query.error)) return refused
  return <LoadFailure error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
}

/** Whether the server rejected the request for good: status 404, or 422, as for a non-numeric id. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422)
}
