import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { User } from '#contract/accounts.ts'
import { accessToken, useAccessToken } from '#web/api/session.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { currentUserQuery } from './accounts.queries.ts'

export interface Session {
  /** A token is stored. */
  signedIn: boolean
  /** What the server says of its owner, once it has. */
  user: User | undefined
  /** Never from local storage: the server says who is staff. */
  isAdmin: boolean
  /** Still asking, so that neither a customer's nor an admin's view is right yet. */
  checking: boolean
}

/** The application context of the specification: who uses the page. */
export function useSession(): Session {
  const signedIn = useAccessToken() !== null
  const { data: user, isPending } = useQuery({ ...currentUserQuery, enabled: signedIn })
  return {
    signedIn,
    user: signedIn ? user : undefined,
    isAdmin: signedIn && user?.account_type === 'admin',
    checking: signedIn && isPending,
  }
}

/** A question for actions that need an account: says so in a toast and answers false without one. */
export function useRequireSession(): () => boolean {
  const t = useT()
  return useCallback(() => {
    if (accessToken()) return true
    showToast(t('toast.loginNeeded'), 'info')
    return false
  }, [t])
}
