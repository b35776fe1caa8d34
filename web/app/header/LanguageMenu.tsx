import { languageOf } from '#contract/locale.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import ChevronDown from '#web/ui/icons/chevron-down.svg?icon'
import Globe from '#web/ui/icons/globe.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'
import styles from './TextTrigger.module.css'

const LanguageChoices = lazyAddition(() => import('./LanguageChoices.tsx'))

export function LanguageMenu() {
  const t = useT()
  const { name } = languageOf(useLocale())
  return (
    <Popover
      label={t('header.languageIs', { name })}
      triggerClass={styles.text}
      trigger={
        <>
          <Globe size={18} aria-hidden />
          {name}
          <ChevronDown size={14} aria-hidden />
        </>
      }
    >
      <LanguageChoices />
    </Popover>
  )
}
