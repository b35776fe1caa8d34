import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { paths } from '#web/navigation/paths.ts'
import { signOut } from '#web/session/session.queries.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Signs out and reloads `/`, which clears everything that the page had in memory. */
export function useSignOut() {
  const t = useT()
  return useAction(async () => {
    try {
      await signOut()
      window.location.assign(paths.home)
    } catch (error) {
      console.error(error)
      showToast(t('toast.badCredentials'), 'error')
    }
  })
}
