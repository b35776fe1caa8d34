import { translate } from '#web/i18n/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useRequireSession } from './useRequireSession.tsx'
import { useSession } from './useSession.ts'

/** Like `useRequireSession`, but for actions that guests may not take either. */
export function useRequireAccount(): () => boolean {
  const { user } = useSession()
  const requireSession = useRequireSession()
  return () => {
    if (!user?.guest) return requireSession()
    showToast(translate('toast.loginNeeded'), 'info')
    return false
  }
}
