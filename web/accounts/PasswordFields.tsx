import type { ReactNode } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { useFieldError } from '#web/ui/Form.tsx'

export function PasswordFields({ label, hint }: { label: string; hint?: ReactNode }) {
  const t = useT()
  const isRefused = useFieldError('password') !== undefined
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        // The error message repeats the password rule, so it replaces the hint.
        hint={!isRefused && hint}
      />
      <PasswordField
        label={t('auth.passwordConfirmation')}
        name="password_confirmation"
        autoComplete="new-password"
      />
    </>
  )
}
