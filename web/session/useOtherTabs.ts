import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { accessToken } from '#web/api/stored-session.ts'
import { paths } from '#web/navigation/paths.ts'
import { placeToReturn } from './place-to-return.ts'

/**
 * Applies session changes made in another tab. Signing out needs no handling here, because the guard notices the
 * missing token. Signing in also signs in tabs showing a sign-in or sign-up form. Switching accounts reloads the page,
 * so that nothing from the previous account stays on the screen.
 */
export function useOtherTabs(): void {
  const navigate = useNavigate()

  useEffect(() => {
    // Only called for changes made in other tabs: a tab receives no event for its own.
    function onStorage({ oldValue, newValue }: StorageEvent) {
      if (!newValue || newValue !== accessToken()) return
      if (oldValue) window.location.reload()
      else if (isSignForm(window.location.pathname)) navigate(placeToReturn(), { replace: true })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [navigate])
}

/** Whether a page is a sign-in or sign-up form, which users leave once they are signed in. */
export const isSignForm = (place: string) => place === paths.signIn || place === paths.signUp
