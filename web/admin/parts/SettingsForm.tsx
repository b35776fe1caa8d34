import type { ReactNode } from 'react'
import type { Audited } from '#contract/audit-kinds.ts'
import { CheckedForm } from './CheckedForm.tsx'
import styles from './Form.module.css'
import { useVersionedForm, type VersionedForm } from './useVersionedForm.ts'
import { VersionedFormEnd } from './VersionedFormEnd.tsx'

interface SettingsFormProps<Form extends object> extends VersionedForm<Form> {
  about: Audited
  saved?: string | undefined
  /** Remounts the form with the stored values. */
  onReopen: () => void
  /** Whether the form is longer than the window; its save button then stays visible. */
  long?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A form that stays open after saving. */
export function SettingsForm<Form extends object>(props: SettingsFormProps<Form>) {
  const { about, saved, onReopen, long = false, className, children, ...versioned } = props
  const { form, ...state } = useVersionedForm(versioned, {
    saved,
    // Remounts the form to show another person's changes, which the save kept.
    onMerged: onReopen,
  })
  return (
    <CheckedForm {...form} className={className}>
      {children}
      <VersionedFormEnd
        state={state}
        about={about}
        onDiscard={onReopen}
        className={long ? styles.bar : styles.start}
      />
    </CheckedForm>
  )
}
