/** Whether the user is a visitor with a cart of their own, in a shop that lets visitors browse. */
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
