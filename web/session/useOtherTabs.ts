import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { accessToken } from '#web/api/stored-session.ts'
import { paths } from '#web/navigation/paths.ts'

/**
 * What another tab did to the session. Signing out needs nothing: the guard sees that the token is
 * gone. Signing in takes a tab that waits at a form along; another account in the place of this one
 * loads the page anew, so that nothing of the first stays on the screen.
 */
export function useOtherTabs(): void {
  const navigate = useNavigate()

  useEffect(() => {
    // Other tabs only: a tab hears nothing of what it stores itself.
    function onStorage({ oldValue, newValue }: StorageEvent) {
      if (!newValue || newValue !== accessToken()) return
      if (oldValue) window.location.reload()
      else if (FORMS.includes(window.location.pathname)) navigate(paths.home, { replace: true })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [navigate])
}

const FORMS = [paths.signIn, paths.signUp]
