import { useT } from '#web/i18n/useI18n.ts'
import Check from '#web/ui/icons/check.svg?icon'
import Monitor from '#web/ui/icons/monitor.svg?icon'
import Moon from '#web/ui/icons/moon.svg?icon'
import Sun from '#web/ui/icons/sun.svg?icon'
import { useStore } from '#web/ui/store.ts'
import { setTheme, THEMES, themeStore } from '#web/ui/theme.ts'
import styles from './Menu.module.css'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

export default function ThemeChoices() {
  const t = useT()
  const current = useStore(themeStore)
  return (
    <ul className={styles.list}>
      {THEMES.map((theme) => {
        const Icon = ICONS[theme]
        return (
          <li key={theme}>
            <button
              type="button"
              className={styles.item}
              aria-current={theme === current || undefined}
              data-closes
              onClick={() => setTheme(theme)}
            >
              <Icon size={18} aria-hidden />
              {t(`header.theme.${theme}`)}
              {theme === current && <Check size={18} aria-hidden className={styles.check} />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
