import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { useUploading } from './CheckedForm.tsx'
import styles from './Form.module.css'
import { Notice } from './Notice.tsx'

interface FormEndProps {
  failure: string | undefined
  sending: boolean
  /** What the button says; that it saves unless given. */
  children?: string
  wide?: boolean
  disabled?: boolean
  className?: string | undefined
}

/** The end of a form: why it was not saved, and its button. */
export function FormEnd({ failure, sending, disabled = false, children, ...button }: FormEndProps) {
  const t = useT()
  const [isUploading] = useUploading()
  return (
    <>
      <p className={styles.mark}>{t('admin.requiredMark')}</p>
      {failure && <Notice bad>{failure}</Notice>}
      <Button type="submit" busy={sending} disabled={disabled || isUploading} {...button}>
        {children ?? t('admin.save')}
      </Button>
    </>
  )
}
