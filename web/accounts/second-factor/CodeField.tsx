import { useState } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'

/** The code of the app or, unless `appOnly`, a recovery code; the first control of its step. */
export function CodeField({ appOnly = false }: { appOnly?: boolean }) {
  const t = useT()
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <Field
        // Another keyboard, and nothing left of the other code.
        key={String(isRecovery)}
        ref={focusOn}
        data-autofocus
        label={t(isRecovery ? 'secondFactor.recoveryCode' : 'secondFactor.code')}
        name="code"
        dir="ltr"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
      />
      {!appOnly && (
        <Button variant="quiet" onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
        </Button>
      )}
    </>
  )
}

const focusOn = (field: HTMLInputElement | null) => field?.focus()
