import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import type { User } from '#contract/accounts.ts'
import { seemsStaff, useAccessToken } from '#web/api/stored-session.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'
import { useWhole } from '#web/ui/useWhole.ts'

export interface Session {
  /** Whether a token is stored. */
  signedIn: boolean
  /** The token's user as returned by the server; undefined until loaded. */
  user?: User | undefined
  /** Whether the server says that the user is staff; never read from local storage. */
  isAdmin: boolean
  /**
   * True while the user is still unknown but the stored account type is that of staff, so that neither a customer's nor
   * an admin's view would be right yet.
   */
  checking: boolean
}

/** The application context that the specification requires; the shell fills it. */
export const SessionContext = createContext<Session>({
  signedIn: false,
  isAdmin: false,
  checking: false,
})

export function useSession(): Session {
  return useContext(SessionContext)
}

/**
 * Fetches the current user once for all components. Until the server-rendered screen has been hydrated, every user is
 * treated as a visitor.
 */
export function useCurrentSession(): Session {
  const token = useAccessToken()
  const signedIn = useWhole() && token !== null
  const { data, isPending } = useQuery({ ...currentUserQuery, enabled: signedIn })
  const user = signedIn ? data : undefined
  const checking = signedIn && isPending && seemsStaff()
  return useMemo(
    () => ({ signedIn, user, isAdmin: user?.account_type === 'admin', checking }),
    [signedIn, user, checking],
  )
}
