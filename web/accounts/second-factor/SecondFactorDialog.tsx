import { useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import type { CreationOptions, Passkey } from '#contract/passkeys.ts'
import type { SecondFactor, SecondFactorKey } from '#contract/second-factor.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Choices } from '#web/ui/QuestionDialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import auth from '../AuthForm.module.css'
import { failureNotice } from '../failure-notice.ts'
import {
  addApp,
  addPasskey,
  askForPasskey,
  beginApp,
  beginPasskey,
  type Proof,
  removePasskey,
  renewCodes,
  turnOff,
} from '../second-factor.queries.ts'
import { CodeField } from './CodeField.tsx'
import { KeyForApp } from './KeyForApp.tsx'
import { PasskeyName } from './PasskeyName.tsx'
import { canUsePasskeys, createPasskey, isCanceled, signWithPasskey } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/**
 * `on` sets up an app, `passkey` adds a passkey, `remove` removes one, `codes` creates new recovery codes, and `off`
 * turns the second factor off.
 */
export type Task = 'on' | 'passkey' | 'remove' | 'codes' | 'off'

interface SecondFactorDialogProps {
  task: Task
  state: SecondFactor
  /** The passkey to remove. */
  removed?: Passkey | undefined
  onClose: () => void
}

export default function SecondFactorDialog(props: SecondFactorDialogProps) {
  const { task, removed, onClose } = props
  // The state when the dialog opened: saving updates `props.state` while the dialog is still open.
  const [state] = useState(props.state)
  const t = useT()
  const [key, setKey] = useState<SecondFactorKey>()
  const [options, setOptions] = useState<CreationOptions>()
  const [codes, setCodes] = useState<string[]>()
  const [asksPassword, setAsksPassword] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()
  const isProved = key !== undefined || options !== undefined
  const asksProof = state.is_on && task !== 'remove' && !isProved
  const asksCode = asksProof || key !== undefined
  const offersPasskey = asksProof && state.passkeys.length > 0 && canUsePasskeys()

  function finish(made: string[] = []) {
    if (made.length > 0) return setCodes(made)
    showToast(t(`secondFactor.done.${task}`), 'success')
    onClose()
  }

  async function act(proof: Proof, name: string) {
    if (task === 'off') await turnOff(proof)
    if (task === 'remove' && removed) await removePasskey(removed.id, proof)
    if (task === 'off' || task === 'remove') return finish()
    if (task === 'codes') return finish(await renewCodes(proof))
    if (task === 'on' && key) return finish(await addApp(proof))
    if (task === 'on') setKey(await beginApp(proof))
    else {
      const asked = options ?? (await beginPasskey(proof))
      setOptions(asked)
      return finish(await addPasskey({ ...proof, name, passkey: await createPasskey(asked) }))
    }
    setAsksPassword(false)
  }

  const [send, sending] = useAction(
    async (form: FormData, byPasskey: boolean) => {
      const code = String(form.get('code') ?? '').trim()
      const name = String(form.get('name') ?? '').trim()
      const password = form.get('current_password')
      setNotice(undefined)
      const missing: FieldErrors = {
        ...(asksCode && !byPasskey && code === '' && { code: [t('secondFactor.codeMissing')] }),
        ...(task === 'passkey' && name === '' && { name: [t('secondFactor.nameMissing')] }),
      }
      setErrors(missing)
      if (Object.keys(missing).length > 0) return
      const proof = {
        ...(byPasskey
          ? { passkey: await signWithPasskey(await askForPasskey()) }
          : asksCode && { code }),
        ...(password !== null && { current_password: String(password) }),
      }
      await act(proof, name)
    },
    (error) => {
      if (isCanceled(error)) return
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      if (fields.current_password) return setAsksPassword(true)
      const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
      if (fields.code || fields.name) return
      setNotice(
        isKnown
          ? t('secondFactor.knownPasskey')
          : (fields.passkey?.[0] ?? failureNotice(error) ?? t('secondFactor.failed')),
      )
    },
  )

  return (
    <Dialog title={t('secondFactor.title')} closeLabel={t('common.close')} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <Form className={auth.form} errors={errors} onSend={(form) => send(form, false)} noValidate>
          {key ? (
            <KeyForApp {...key} />
          ) : (
            <p>
              {t(`secondFactor.text.${task}`, { name: removed?.name ?? '' })}{' '}
              {!state.is_on && t('secondFactor.othersOut')}
            </p>
          )}
          {task === 'passkey' && <PasskeyName />}
          {offersPasskey && (
            <Button
              variant="outline"
              busy={sending}
              onClick={({ currentTarget: { form } }) => form && send(new FormData(form), true)}
            >
              {t('secondFactor.usePasskey')}
            </Button>
          )}
          {asksCode && (
            <CodeField appOnly={key !== undefined} hasApp={key ? true : state.has_app} />
          )}
          {asksPassword && (
            <PasswordField
              label={t('profile.currentPassword')}
              name="current_password"
              autoComplete="current-password"
              data-autofocus
            />
          )}
          {notice && (
            <p className={auth.notice} role="alert">
              {notice}
            </p>
          )}
          <Choices>
            <Button variant="outline" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              variant={task === 'off' || task === 'remove' ? 'danger' : 'primary'}
              busy={sending}
            >
              {t(task === 'on' && !key ? 'secondFactor.continue' : `secondFactor.${task}`)}
            </Button>
          </Choices>
        </Form>
      )}
    </Dialog>
  )
}
