import type { ReactNode } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import type { useFocusOnError } from '#web/ui/useFocusOnError.ts'

interface PasswordFieldsProps {
  label: string
  hint?: ReactNode
  wrong: FieldErrors
  focusOnError: ReturnType<typeof useFocusOnError<string>>
}

/** The new password and its confirmation. */
export function PasswordFields({ label, hint, wrong, focusOnError }: PasswordFieldsProps) {
  const t = useT()
  const field = (name: 'password' | 'password_confirmation') => ({
    ref: focusOnError(name),
    name,
    autoComplete: 'new-password',
    error: wrong[name]?.[0],
  })
  return (
    <>
      {/* The error repeats the rule, so the hint is hidden. */}
      <PasswordField label={label} hint={!wrong.password && hint} {...field('password')} />
      <PasswordField label={t('auth.passwordConfirmation')} {...field('password_confirmation')} />
    </>
  )
}
