import type { ReactNode } from 'react'
import { CheckedForm } from './CheckedForm.tsx'
import styles from './Form.module.css'
import { FormEnd } from './FormEnd.tsx'
import type { FormValues } from './form-values.ts'
import { useEntityForm } from './useEntityForm.ts'

interface SettingsFormProps {
  save: (values: FormValues) => Promise<void>
  /** What the toast says. */
  saved: string
  className?: string | undefined
  children: ReactNode
}

/** A form that stays open. */
export function SettingsForm({ save, saved, className, children }: SettingsFormProps) {
  const { form, failure, sending } = useEntityForm(save, { saved })
  return (
    <CheckedForm {...form} className={className}>
      {children}
      <FormEnd failure={failure} sending={sending} className={styles.save} />
    </CheckedForm>
  )
}
