import { useAction } from '#web/api/useAction.ts'
import { paths } from '#web/navigation/paths.ts'
import { signOut } from '#web/session/session.queries.ts'

/** @returns an action (`useAction`) that signs out and reloads the app at `/`, so that no user data stays in memory. */
export function useSignOut() {
  return useAction(async () => {
    await signOut()
    window.location.assign(paths.home)
  }, 'toast.badCredentials')
}
