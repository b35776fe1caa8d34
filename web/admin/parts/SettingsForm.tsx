import type { ReactNode } from 'react'
import type { Audited } from '#contract/audit-kinds.ts'
import { CheckedForm } from './CheckedForm.tsx'
import { Conflict } from './Conflict.tsx'
import styles from './Form.module.css'
import { FormEnd } from './FormEnd.tsx'
import { useVersionedForm, type VersionedForm } from './useVersionedForm.ts'

interface SettingsFormProps<Form extends object> extends VersionedForm<Form> {
  about: Audited
  /** What the toast says. */
  saved: string
  /** Opens the form again, with what is stored now. */
  onReopen: () => void
  className?: string | undefined
  children: ReactNode
}

/** A form that stays open. */
export function SettingsForm<Form extends object>(props: SettingsFormProps<Form>) {
  const { about, saved, onReopen, className, children, ...versioned } = props
  const { form, failure, sending, conflict } = useVersionedForm(versioned, {
    saved,
    // What the other person changed was saved, too.
    onMerged: onReopen,
  })
  return (
    <CheckedForm {...form} className={className}>
      {children}
      {conflict && (
        <Conflict
          edits={conflict}
          about={about}
          onDiscard={onReopen}
          onOverwrite={(typed) => typed?.requestSubmit()}
          overwriting={sending}
        />
      )}
      <FormEnd
        failure={failure}
        sending={sending}
        disabled={conflict !== undefined}
        className={styles.save}
      />
    </CheckedForm>
  )
}
