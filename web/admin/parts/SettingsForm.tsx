import type { ReactNode } from 'react'
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

/** A form that stays open; it says what is wrong below its fields. */
export function SettingsForm({ save, saved, className, children }: SettingsFormProps) {
  const { form, firstError, failure, sending, onSubmit } = useEntityForm(save, { saved })
  return (
    <form ref={form} className={className} onSubmit={onSubmit}>
      {children}
      <FormEnd failure={firstError ?? failure} sending={sending} className={styles.save} />
    </form>
  )
}
