import { createContext, type ReactNode, useContext } from 'react'
import type { AuditName } from '#contract/admin/audit.ts'
import type { Audited } from '#contract/audit-kinds.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { CheckedForm } from './CheckedForm.tsx'
import type { Kept } from './editable-list.ts'
import styles from './Form.module.css'
import { useVersionedForm, type VersionedForm } from './useVersionedForm.ts'
import { VersionedFormEnd } from './VersionedFormEnd.tsx'

/** The entry's name if the role may only read it; null if the form edits or adds an entry. */
export const ViewedName = createContext<string | null>(null)

export interface EntityFormProps<Entity> {
  /** Null for a new entry. */
  entity: Entity | null
  onClose: () => void
}

interface EntityDialogProps<Form extends object, Entity extends Kept>
  extends EntityFormProps<Entity>,
    Pick<VersionedForm<Form>, 'read'> {
  title: string
  about: Audited
  /** The list's calls, from `editableList`. */
  list: {
    save(entity: Kept | null, form: Form): Promise<void>
    reload(id: number): Promise<Entity | undefined>
  }
  /** The names of the entities that an entry's fields reference. */
  namesOf?: (entity: Entity) => AuditName[]
  children: ReactNode
}

/** The form for one entry of a list, in a dialog that closes after saving. */
export function EntityDialog<Form extends object, Entity extends Kept>(
  props: EntityDialogProps<Form, Entity>,
) {
  const { title, about, entity, read, list, namesOf, onClose, children } = props
  const t = useT()
  const viewed = useContext(ViewedName)
  const named = (one: Entity) => ({ ...one, names: namesOf?.(one) ?? [] })
  const { form, ...state } = useVersionedForm(
    {
      stored: entity && named(entity),
      read,
      async save(typed, version) {
        await list.save(entity && version ? { id: entity.id, version } : null, typed)
        return undefined
      },
      async reload() {
        const now = entity ? await list.reload(entity.id) : undefined
        return now && named(now)
      },
    },
    { onSaved: onClose },
  )
  return (
    <Dialog
      title={viewed === null ? title : t('admin.viewNamed', { name: viewed })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <CheckedForm {...form} className={cx(styles.form, styles.inDialog)}>
        {children}
        <VersionedFormEnd state={state} about={about} onDiscard={onClose} wide />
      </CheckedForm>
    </Dialog>
  )
}
