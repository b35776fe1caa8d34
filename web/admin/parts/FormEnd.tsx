import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useMayWrite } from '../useMayWrite.ts'
import { useUploading } from './CheckedForm.tsx'
import styles from './Form.module.css'
import { Notice } from './Notice.tsx'

interface FormEndProps {
  failure: string | undefined
  sending: boolean
  /** The button's text; "Save" by default. */
  children?: string
  wide?: boolean
  disabled?: boolean
  className?: string | undefined
}

/** The end of a form: the reason it was not saved, and the save button. */
export function FormEnd({ failure, sending, disabled = false, children, ...look }: FormEndProps) {
  const { className, wide = false } = look
  const t = useT()
  const [isUploading] = useUploading()
  if (!useMayWrite()) return null
  return (
    <>
      <p className={styles.mark}>{t('admin.requiredMark')}</p>
      <div className={cx(styles.end, className)}>
        {failure && <Notice bad>{failure}</Notice>}
        <Button type="submit" busy={sending} disabled={disabled || isUploading} wide={wide}>
          {children ?? t('admin.save')}
        </Button>
      </div>
    </>
  )
}
