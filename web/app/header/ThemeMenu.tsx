import { useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import Contrast from '#web/ui/icons/contrast.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'
import styles from './TextTrigger.module.css'

const ThemeChoices = lazyAddition(() => import('./ThemeChoices.tsx'))

export function ThemeMenu() {
  const t = useT()
  return (
    <Popover
      label={t('header.theme')}
      triggerClass={styles.text}
      trigger={
        <>
          <Contrast size={18} aria-hidden />
          {t('header.theme')}
        </>
      }
    >
      <ThemeChoices />
    </Popover>
  )
}
