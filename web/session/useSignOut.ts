import { useAction } from '#web/api/useAction.ts'
import { paths } from '#web/navigation/paths.ts'
import { signOut } from '#web/session/session.queries.ts'

/**
 * @returns an action (`useAction`) that signs out and loads `/` again, so that nothing of the user stays in the page's
 * memory.
 */
export function useSignOut() {
  return useAction(async () => {
    await signOut()
    window.location.assign(paths.home)
  }, 'toast.badCredentials')
}
