import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError } from '#web/api/request.ts'
import { accessToken, useAccessToken } from '#web/api/stored-session.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { failureNotice } from '../failure-notice.ts'
import { ResetPanel } from '../ResetPanel.tsx'
import { finishSignIn, passkeyAtSignInQuery } from '../second-factor.queries.ts'
import { CodeField } from './CodeField.tsx'
import { canUsePasskeys, isCanceled, signWithPasskey } from './passkeys.ts'

interface SecondStepProps {
  /** The challenge from the server's reply to the first step (a password or Google sign-in). */
  challenge: string
  /** Called once the session is stored. @param type the account's type */
  onArrive: (type: string) => void
}

export function SecondStep({ challenge, onArrive }: SecondStepProps) {
  const t = useT()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()
  // Signing in clears all queries, and the used challenge must not be asked about again.
  const [before] = useState(accessToken)
  const isOpen = useAccessToken() === before
  const query = useQuery({
    ...passkeyAtSignInQuery(challenge),
    enabled: isOpen && canUsePasskeys(),
  })
  const options = query.data?.allowCredentials.length ? query.data : undefined

  function onFailed(error: unknown) {
    if (isCanceled(error)) return
    const fields = error instanceof ApiError ? error.fields : {}
    setErrors(fields)
    if (fields.code) return
    const reason = fields.challenge?.[0] ?? fields.passkey?.[0]
    setNotice(reason ?? failureNotice(error) ?? t('secondFactor.failed'))
  }

  const [send, sending] = useAction(async (form: FormData) => {
    const code = String(form.get('code')).trim()
    setNotice(undefined)
    setErrors(code === '' ? { code: [t('secondFactor.codeMissing')] } : {})
    if (code !== '') onArrive(await finishSignIn({ challenge, code }))
  }, onFailed)

  const [sign, signing] = useAction(
    async (asked: NonNullable<typeof options>) => {
      setNotice(undefined)
      setErrors({})
      const passkey = await signWithPasskey(asked)
      onArrive(await finishSignIn({ challenge, passkey }))
    },
    (error) => {
      onFailed(error)
      // The server may have invalidated the passkey challenge, so request a new one.
      query.refetch()
    },
  )

  return (
    <ResetPanel
      title={t(options ? 'secondFactor.confirmTitle' : 'secondFactor.signInTitle')}
      lead={t(options ? 'secondFactor.confirmLead' : 'secondFactor.signInLead')}
      notice={notice}
      errors={errors}
      onSend={send}
    >
      {query.isLoading ? (
        <Skeleton block={160} radius={12} />
      ) : (
        <>
          {options && (
            <Button wide autoFocus busy={signing} onClick={() => sign(options)}>
              {t('secondFactor.usePasskey')}
            </Button>
          )}
          <CodeField isLater={options !== undefined} />
          <Button type="submit" wide variant={options ? 'outline' : 'primary'} busy={sending}>
            {t('auth.login')}
          </Button>
        </>
      )}
    </ResetPanel>
  )
}
