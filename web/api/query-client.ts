import { focusManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isOutage, NetworkError } from './request.ts'
import { onSessionChange } from './stored-session.ts'

/** The cache of server data, shared by every screen. It only logs failed loads; the screens show them. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => console.error(error) }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Covers brief connection losses; healLoads retries after longer outages.
      retry: (failures, error) => error instanceof NetworkError && failures < 1,
      // A rejection, such as a 404, is final; refetching would only make the screen flicker.
      refetchOnWindowFocus: ({ state: { error } }) =>
        error === null || isOutage(error) ? 'always' : false,
      networkMode: 'always',
    },
  },
})

// Also refetches when the user returns from another window while this one stayed visible.
focusManager.setEventListener((onFocus) => {
  const listener = () => onFocus()
  window.addEventListener('visibilitychange', listener)
  window.addEventListener('focus', listener)
  return () => {
    window.removeEventListener('visibilitychange', listener)
    window.removeEventListener('focus', listener)
  }
})

// Never show one account's data to the next user.
onSessionChange(() => queryClient.clear())
