import { LOCALES } from '#contract/locale.ts'
import { setLocale } from '#web/i18n/i18n.ts'
import { useLocale } from '#web/i18n/useI18n.ts'
import Check from '#web/ui/icons/check.svg?icon'
import styles from './Menu.module.css'

export default function LanguageChoices() {
  const current = useLocale()
  return (
    <ul className={styles.list}>
      {LOCALES.map(({ code, name }) => (
        <li key={code}>
          <button
            type="button"
            lang={code}
            className={styles.item}
            aria-current={code === current || undefined}
            data-closes
            onClick={() => setLocale(code)}
          >
            {name}
            {code === current && <Check size={18} aria-hidden className={styles.check} />}
          </button>
        </li>
      ))}
    </ul>
  )
}
