import { type ComponentProps, useState } from 'react'
import { PASSWORD_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import Eye from '#web/ui/icons/eye.svg?icon'

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'dir' | 'end' | 'maxLength'>

export function PasswordField(props: PasswordFieldProps) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      dir="ltr"
      maxLength={PASSWORD_MAX}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          label={t('auth.showPassword')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Eye size={20} opacity={isShown ? 1 : 0.6} aria-hidden />
        </IconButton>
      }
    />
  )
}
