import { useT } from '#web/i18n/useI18n.ts'
import styles from './NotificationsPanel.module.css'
import { NOTICES } from './notices.ts'

export default function NotificationsPanel() {
  const t = useT()
  return (
    <>
      <h2 className={styles.title}>{t('header.bell')}</h2>
      <ul>
        {NOTICES.map((notice) => (
          <li key={notice} className={styles.notice}>
            <p className={styles.name}>{t(`notice.${notice}.title`)}</p>
            <p className={styles.text}>{t(`notice.${notice}.text`)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
