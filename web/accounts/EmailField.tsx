import type { ComponentProps } from 'react'
import { EMAIL_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'

export function EmailField(props: Partial<ComponentProps<typeof Field>>) {
  const t = useT()
  return (
    <Field
      label={t('auth.email')}
      name="email"
      type="email"
      autoComplete="username"
      dir="ltr"
      maxLength={EMAIL_MAX}
      {...props}
    />
  )
}
