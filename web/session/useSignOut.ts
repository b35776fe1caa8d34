import { useAction } from '#web/api/useAction.ts'
import { paths } from '#web/navigation/paths.ts'
import { signOut } from '#web/session/session.queries.ts'

/** Sent to the window before signing out; forms with unsaved changes prevent it and run `detail` if it may go on. */
export const SIGN_OUT = 'sign-out'

/** @returns an action (`useAction`) that signs out and reloads the app at `/`, so that no user data stays in memory. */
export function useSignOut() {
  const [run, running] = useAction(async () => {
    await signOut()
    window.location.assign(paths.home)
  }, 'toast.badCredentials')
  function ask() {
    if (window.dispatchEvent(new CustomEvent(SIGN_OUT, { cancelable: true, detail: run }))) run()
  }
  return [ask, running] as const
}
