import type { ReactNode } from 'react'
import { Form } from '#web/ui/Form.tsx'
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
  const { form, firstError, failure, sending } = useEntityForm(save, { saved })
  return (
    <Form onSend={form.onSend} className={className}>
      {children}
      <FormEnd failure={firstError ?? failure} sending={sending} className={styles.save} />
    </Form>
  )
}
