import { useState } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'

interface CodeFieldProps {
  /** Whether to accept only codes from the authenticator app, not recovery codes. */
  appOnly?: boolean
  hasApp?: boolean
  /** Whether another control precedes this field and receives the initial focus. */
  isLater?: boolean
}

export function CodeField({ appOnly = false, hasApp = true, isLater = false }: CodeFieldProps) {
  const t = useT()
  const [isSwitched, setSwitched] = useState(false)
  const isRecovery = !hasApp || isSwitched
  return (
    <>
      <Field
        // Remounts the field when the kind of code changes, which clears it and switches the on-screen keyboard.
        key={String(isRecovery)}
        ref={isLater && !isSwitched ? undefined : focusOn}
        data-autofocus={isLater ? undefined : true}
        label={t(isRecovery ? 'secondFactor.recoveryCode' : 'secondFactor.code')}
        name="code"
        dir="ltr"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
      />
      {!appOnly && hasApp && (
        <Button variant="quiet" onClick={() => setSwitched(!isSwitched)}>
          {t(isRecovery ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
        </Button>
      )}
    </>
  )
}

const focusOn = (field: HTMLInputElement | null) => field?.focus()
