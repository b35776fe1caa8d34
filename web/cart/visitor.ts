/** Who has a cart without an account: the visitor of a shop that lets visitors look around. */
import { configQuery, mayBrowse, useMayBrowse } from '#web/api/config.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { accessToken, useAccessToken } from '#web/api/stored-session.ts'

export function isVisitor(): boolean {
  return mayBrowse(queryClient.getQueryData(configQuery.queryKey)) && accessToken() === null
}

export function useIsVisitor(): boolean {
  const isOpen = useMayBrowse()
  return useAccessToken() === null && isOpen
}
