import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isOutage, NetworkError } from './request.ts'
import { onSessionChange } from './stored-session.ts'

/** What the server said, shared by every screen. Loads that fail are logged only. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => console.error(error) }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A connection that was lost for a moment; what lasts longer is tried again by healLoads.
      retry: (failures, error) => error instanceof NetworkError && failures < 1,
      // A refusal is an answer; asking again would only make the screen flicker.
      refetchOnWindowFocus: ({ state: { error } }) =>
        error === null || isOutage(error) ? 'always' : false,
      networkMode: 'always',
    },
  },
})

// Nothing that one account has loaded is shown to the next.
onSessionChange(() => queryClient.clear())
