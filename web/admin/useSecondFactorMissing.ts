import { useQuery } from '@tanstack/react-query'
import { secondFactorQuery } from '#web/accounts/second-factor.queries.ts'

/** Whether the server refuses all of this staff member's calls until a second factor is on. */
export function useSecondFactorMissing(): boolean {
  const { data } = useQuery(secondFactorQuery)
  return Boolean(data?.is_required && !data.is_on)
}
