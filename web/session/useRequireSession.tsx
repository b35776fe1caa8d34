import { useCallback } from 'react'
import { useMayBrowse } from '#web/api/config.queries.ts'
import { accessToken } from '#web/api/stored-session.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { showToast } from '#web/ui/toasts.ts'

/**
 * @returns a check for actions that require a session: without one, it shows a toast and returns false. The toast links
 * to sign-in if visitors may browse; otherwise they see only the sign-in and sign-up screens anyway.
 */
export function useRequireSession(): () => boolean {
  const t = useT()
  const mayBrowse = useMayBrowse()
  return useCallback(() => {
    if (accessToken()) return true
    showToast(
      mayBrowse ? (
        <>
          {t('toast.loginNeeded')} <Link to={paths.signIn}>{t('header.signIn')}</Link>
        </>
      ) : (
        t('toast.loginNeeded')
      ),
      'info',
    )
    return false
  }, [t, mayBrowse])
}
