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
  /** Shown for a 404 or a 422, which a retry would not change. */
  refused?: ReactNode
}

/** Until data has loaded: the skeleton, `refused`, or a failure with a retry button. After that, nothing. */
export function LoadState({ query, skeleton, refused }: LoadStateProps) {
  if (!hasFailed(query)) return query.isPending ? skeleton : null
  if (refused && isRefused(query.error)) return refused
  return <LoadFailure onRetry={query.refetch} retrying={query.isFetching} />
}

/** The server answers 422 to an id that is not a number. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422)
}
