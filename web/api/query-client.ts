import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './request.ts'
import { onSessionChange } from './stored-session.ts'

/** What the server said, shared by every screen. Loads that fail are logged only. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => console.error(error) }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      refetchOnWindowFocus: 'always',
      networkMode: 'always',
    },
  },
})

// Nothing that one account has loaded is shown to the next.
onSessionChange(() => queryClient.clear())
