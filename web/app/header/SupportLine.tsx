import { useShopConfig } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import Phone from '#web/ui/icons/phone.svg?icon'
import styles from './SupportLine.module.css'

export function SupportLine() {
  const t = useT()
  const phone = useShopConfig()?.contact.phone
  if (!phone) return null
  return (
    <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={styles.line}>
      <Phone size={16} aria-hidden />
      {t('header.support')} <bdi dir="ltr">{phone}</bdi>
    </a>
  )
}
