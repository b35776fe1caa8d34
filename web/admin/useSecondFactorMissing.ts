import { useQuery } from '@tanstack/react-query'
import { secondFactorQuery } from '#web/accounts/second-factor.queries.ts'

/** Whether the server refuses this person's calls to staff endpoints until they turn on a second factor. */
export function useSecondFactorMissing(): boolean {
  const { data } = useQuery(secondFactorQuery)
  return Boolean(data?.is_required && !data.is_on)
}
