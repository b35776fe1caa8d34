import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { accessToken } from '#web/api/stored-session.ts'
import { paths } from '#web/navigation/paths.ts'
import { placeToReturn } from './place-to-return.ts'

/**
 * Applies changes of the session by another tab. Signing out needs nothing: the guard sees that the token is gone. A
 * sign-in also signs in a tab that waits at a form; a change to another account reloads the page, so that nothing of
 * the first account stays on the screen.
 */
export function useOtherTabs(): void {
  const navigate = useNavigate()

  useEffect(() => {
    // Other tabs only: a tab receives no event for what it stores itself.
    function onStorage({ oldValue, newValue }: StorageEvent) {
      if (!newValue || newValue !== accessToken()) return
      if (oldValue) window.location.reload()
      else if (isSignForm(window.location.pathname)) navigate(placeToReturn(), { replace: true })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [navigate])
}

/** A page that is left after signing in. */
export const isSignForm = (place: string) => place === paths.signIn || place === paths.signUp
