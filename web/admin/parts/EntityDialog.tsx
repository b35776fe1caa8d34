import type { ReactNode } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { CheckedForm } from './CheckedForm.tsx'
import styles from './Form.module.css'
import { FormEnd } from './FormEnd.tsx'
import type { FormValues } from './form-values.ts'
import { useEntityForm } from './useEntityForm.ts'

interface EntityDialogProps {
  title: string
  save: (values: FormValues) => Promise<void>
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** The form of one entry of a list, in a dialog that closes once it is saved. */
export function EntityDialog({ title, save, onClose, children }: EntityDialogProps) {
  const t = useT()
  const { form, failure, sending } = useEntityForm(save, { onSaved: onClose })
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <CheckedForm {...form} className={styles.form}>
        {children}
        <FormEnd failure={failure} sending={sending} wide />
      </CheckedForm>
    </Dialog>
  )
}
