import { useRef } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import styles from './ShownOnce.module.css'

interface ShownOnceProps {
  title: string
  label: string
  secret: string
  onClose: () => void
}

/** Shows a newly created secret for copying, because it cannot be retrieved again. */
export function ShownOnce({ title, label, secret, onClose }: ShownOnceProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  // If the browser denies clipboard access, selects the secret, so that the user can copy it with the keyboard.
  const copy = () =>
    navigator.clipboard.writeText(secret).then(onClose, () => field.current?.select())
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <div className={styles.once}>
        <Field
          ref={field}
          data-autofocus
          label={label}
          hint={t('admin.apiTokenOnce')}
          name="secret"
          dir="ltr"
          readOnly
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        {/* Browsers provide no clipboard access to pages served without TLS. */}
        {'clipboard' in navigator && (
          <Button wide onClick={copy}>
            {t('admin.copyAndClose')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
