import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { accessToken } from '#web/api/stored-session.ts'
import { paths } from '#web/navigation/paths.ts'
import { placeToReturn } from './place-to-return.ts'

/**
 * Applies session changes made in another tab. Signing out needs nothing here: the guard notices that the token is
 * gone. Signing in also signs in a tab that shows a sign-in or sign-up form. A change to another account reloads the
 * page, so that nothing from the first account stays on the screen.
 */
export function useOtherTabs(): void {
  const navigate = useNavigate()

  useEffect(() => {
    // Only called for changes in other tabs: a tab receives no event for what it stores itself.
    function onStorage({ oldValue, newValue }: StorageEvent) {
      if (!newValue || newValue !== accessToken()) return
      if (oldValue) window.location.reload()
      else if (isSignForm(window.location.pathname)) navigate(placeToReturn(), { replace: true })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [navigate])
}

/** Whether a page is one that users leave after signing in. */
export const isSignForm = (place: string) => place === paths.signIn || place === paths.signUp
