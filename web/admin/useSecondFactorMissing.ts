import { useQuery } from '@tanstack/react-query'
import { secondFactorQuery } from '#web/accounts/second-factor.queries.ts'

/** Whether the server rejects the user's staff calls until the user turns on a second factor. */
export function useSecondFactorMissing(): boolean {
  const { data } = useQuery(secondFactorQuery)
  return Boolean(data?.is_required && !data.is_on)
}
