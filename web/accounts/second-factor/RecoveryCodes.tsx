import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import Download from '#web/ui/icons/download.svg?icon'
import { Choices } from '#web/ui/QuestionDialog.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import styles from './SecondFactor.module.css'

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useT()
  const save = () =>
    saveAs('barq-recovery-codes.txt', new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  return (
    <div className={styles.key}>
      <p ref={focusOn} tabIndex={-1} className={styles.lead}>
        {t('secondFactor.codesLead')}
      </p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Choices>
        <Button variant="outline" onClick={save}>
          <Download size={18} aria-hidden />
          {t('secondFactor.saveCodes')}
        </Button>
        <Button onClick={onClose}>{t('secondFactor.done')}</Button>
      </Choices>
    </div>
  )
}

const focusOn = (text: HTMLElement | null) => text?.focus()
