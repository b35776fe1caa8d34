import Check from 'lucide-react/icons/check'
import { LOCALES } from '#contract/locale.ts'
import { setLocale } from '#web/i18n/i18n.ts'
import { useLocale } from '#web/i18n/useI18n.ts'
import { LANGUAGE_NAMES } from './language-names.ts'
import styles from './Menu.module.css'

export default function LanguageChoices() {
  const current = useLocale()
  return (
    <ul className={styles.list}>
      {LOCALES.map((locale) => (
        <li key={locale}>
          <button
            type="button"
            lang={locale}
            className={styles.item}
            aria-current={locale === current || undefined}
            data-closes
            onClick={() => setLocale(locale)}
          >
            {LANGUAGE_NAMES[locale]}
            {locale === current && <Check size={18} aria-hidden className={styles.check} />}
          </button>
        </li>
      ))}
    </ul>
  )
}
