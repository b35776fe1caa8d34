import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useMayBrowse } from '#web/api/config.queries.ts'
import { clearSession, noticeSession, useAccessToken } from '#web/api/stored-session.ts'
import { paths } from '#web/navigation/paths.ts'
import { rememberPlace } from '#web/session/place-to-return.ts'
import { currentUserQuery, refusesSession } from '#web/session/session.queries.ts'

/** React Router's location key after a page load. */
const FIRST_KEY = 'default'

/**
 * Guards the routes below it. Without a stored token, redirects to sign-in, except from routes that the shop opens to
 * visitors. With a token, fetches the user whenever the path changes: a response that rejects the session ends it,
 * while a failed fetch is only logged and navigation continues.
 * @param isPublic whether visitors may see the routes if the shop lets them browse
 */
export function Guard({ isPublic = false }: { isPublic?: boolean }) {
  const token = useAccessToken()
  const mayBrowse = useMayBrowse()
  const { pathname, search, key } = useLocation()
  const isArriving = useRef(true)
  const { data: user, refetch, error } = useQuery({ ...currentUserQuery, enabled: token !== null })

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again whenever the path changes
  useEffect(() => {
    noticeSession()
    if (!token) return
    // On a page load, the shell has just fetched the user.
    const isAsked = isArriving.current && key === FIRST_KEY
    isArriving.current = false
    if (!isAsked) refetch({ cancelRefetch: false })
  }, [pathname, token, refetch])

  useEffect(() => {
    if (refusesSession(error)) clearSession()
  }, [error])

  // A guest's order page is not remembered: the order may not belong to the account that signs in next.
  const mayLeave = !token || (isPublic && user?.guest)
  useEffect(() => {
    if (mayLeave && mayBrowse) rememberPlace(pathname + search)
  }, [mayLeave, mayBrowse, pathname, search])

  return token || (isPublic && mayBrowse) ? <Outlet /> : <Navigate to={paths.signIn} replace />
}
