import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import styles from '../parts/Form.module.css'

interface ShownOnceProps {
  title: string
  label: string
  secret: string
  onClose: () => void
}

/** A secret that was just created, to be copied: it cannot be read again. */
export function ShownOnce({ title, label, secret, onClose }: ShownOnceProps) {
  const t = useT()
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <div className={styles.form}>
        <Field
          label={label}
          hint={t('admin.apiTokenOnce')}
          name="secret"
          dir="ltr"
          readOnly
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        {/* Browsers have none on a page without TLS. */}
        {'clipboard' in navigator && (
          <Button wide onClick={() => navigator.clipboard.writeText(secret).then(onClose)}>
            {t('admin.copyAndClose')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
