/**
 * Whether the user is a visitor whose cart does not belong to an account, which requires that
 * visitors may browse.
 */
import { configQuery, useMayBrowse } from '#web/api/config.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { accessToken, useAccessToken } from '#web/api/stored-session.ts'

export function isVisitor(): boolean {
  const config = queryClient.getQueryData(configQuery.queryKey)
  return config?.visitors === 'browse' && accessToken() === null
}

export function useIsVisitor(): boolean {
  const mayBrowse = useMayBrowse()
  return useAccessToken() === null && mayBrowse
}
