import { useBrand } from '#web/api/config.queries.ts'
import { useDeliveryPromise } from '#web/api/placeholders.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import styles from './NotificationsPanel.module.css'
import { NOTICES } from './notices.ts'

export function NotificationsPanel() {
  const t = useT()
  const shop = useLocalized()(useBrand(), 'name')
  const promise = useDeliveryPromise()
  return (
    <>
      <h2 className={styles.title}>{t('notice.heading')}</h2>
      <ul>
        {NOTICES.map((notice) => (
          <li key={notice} className={styles.notice}>
            <p className={styles.name}>{t(`notice.${notice}.title`, { shop })}</p>
            <p className="quiet">{(notice === 1 && promise) || t(`notice.${notice}.text`)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
