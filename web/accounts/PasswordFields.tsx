import type { ReactNode } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { PASSWORD_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import type { useFocusOnError } from './useFocusOnError.ts'

interface PasswordFieldsProps {
  label: string
  hint?: ReactNode
  wrong: FieldErrors
  focusOnError: ReturnType<typeof useFocusOnError<string>>
}

/** A password that is chosen, and typed once more. */
export function PasswordFields({ label, hint, wrong, focusOnError }: PasswordFieldsProps) {
  const t = useT()
  const field = (name: 'password' | 'password_confirmation') => ({
    ref: focusOnError(name),
    name,
    type: 'password',
    autoComplete: 'new-password',
    dir: 'ltr',
    maxLength: PASSWORD_MAX,
    error: wrong[name]?.[0],
  })
  return (
    <>
      <Field label={label} hint={hint} {...field('password')} />
      <Field label={t('auth.passwordConfirmation')} {...field('password_confirmation')} />
    </>
  )
}
