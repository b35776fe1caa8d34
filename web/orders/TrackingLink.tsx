import { useT } from '#web/i18n/useI18n.ts'
import ExternalLink from '#web/ui/icons/external-link.svg?icon'
import styles from './TrackingLink.module.css'

export function TrackingLink({ url }: { url: string }) {
  const t = useT()
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles.track}>
      {t('order.track')}
      <ExternalLink size={16} aria-hidden />
    </a>
  )
}
