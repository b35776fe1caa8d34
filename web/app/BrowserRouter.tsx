import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadingScreen } from '#web/ui/Spinner.tsx'

// With `v5Compat`, pushes also notify the listener, as in React Router's own BrowserRouter.
const history = createBrowserHistory({ v5Compat: true })

/**
 * Runs React Router on the browser's history. React Router's own BrowserRouter and Link share a module with its
 * framework mode, which would add 4 kB to every first visit.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const t = useT()
  const [isPending, startTransition] = useTransition()
  const [{ location, action }, setState] = useState({
    location: history.location,
    action: history.action,
  })

  useLayoutEffect(
    () =>
      history.listen((update) =>
        // A transition keeps the old page visible until the new one's code has loaded.
        startTransition(() => setState(update)),
      ),
    [],
  )
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
      {isPending && <LoadingScreen label={t('common.loading')} isLate />}
    </Router>
  )
}
