import type { ReactNode } from 'react'
import type { Audited } from '#contract/audit-kinds.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { CheckedForm } from './CheckedForm.tsx'
import { Conflict } from './Conflict.tsx'
import type { Kept } from './editable-list.ts'
import styles from './Form.module.css'
import { FormEnd } from './FormEnd.tsx'
import { useVersionedForm, type VersionedForm } from './useVersionedForm.ts'

interface EntityDialogProps<Form extends object> extends Pick<VersionedForm<Form>, 'read'> {
  title: string
  about: Audited
  /** Null for a new one. */
  entity: Kept | null
  /** An `editableList`. */
  list: {
    save(entity: Kept | null, form: Form): Promise<void>
    reload(id: number): Promise<Kept | undefined>
  }
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** The form of one entry of a list, in a dialog that closes once it is saved. */
export function EntityDialog<Form extends object>(props: EntityDialogProps<Form>) {
  const { title, about, entity, read, list, onClose, children } = props
  const t = useT()
  const { form, failure, sending, conflict } = useVersionedForm(
    {
      stored: entity,
      read,
      async save(typed, version) {
        await list.save(entity && version ? { id: entity.id, version } : null, typed)
        return undefined
      },
      reload: async () => (entity ? list.reload(entity.id) : undefined),
    },
    { onSaved: onClose },
  )
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <CheckedForm {...form} className={styles.form}>
        {children}
        {conflict && (
          <Conflict
            edits={conflict}
            about={about}
            onDiscard={onClose}
            onOverwrite={(typed) => typed?.requestSubmit()}
            overwriting={sending}
          />
        )}
        <FormEnd failure={failure} sending={sending} disabled={conflict !== undefined} wide />
      </CheckedForm>
    </Dialog>
  )
}
