import { useShopConfig } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './AuthForm.module.css'

/** Starts the OpenID Connect flow on the server; the browser navigates to this URL instead of fetching it. */
const GOOGLE_START = '/api/auth/google'

/**
 * Hidden if Google sign-in is not set up. With the specification's fixed displays, it stays, and a click shows a toast.
 */
export function GoogleButton() {
  const t = useT()
  const config = useShopConfig()

  if (config && !config.google && !config.placeholders) return null

  function start() {
    if (config?.google) window.location.assign(GOOGLE_START)
    else showToast(t('toast.noGoogle'), 'info')
  }

  return (
    <div className={styles.google}>
      <p className={styles.or}>
        <span>{t('auth.or')}</span>
      </p>
      <Button variant="outline" wide onClick={start}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path
            fill="currentColor"
            d="M12.2 10.3v3.6h5.1c-.2 1.4-1.7 4-5.1 4a5.9 5.9 0 0 1 0-11.8c1.8 0 3 .8 3.7 1.4l2.5-2.4A9.2 9.2 0 0 0 12.2 2.7a9.3 9.3 0 1 0 0 18.6c5.4 0 8.9-3.8 8.9-9.1 0-.7-.1-1.3-.2-1.9z"
          />
        </svg>
        {t('auth.google')}
      </Button>
    </div>
  )
}
