import { useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { EMAIL_MAX, USERNAME_MAX } from '#contract/limits.ts'
import { ApiError, NetworkError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './GuestDialog.module.css'
import { startGuest } from './guest.queries.ts'

/** Asks for a name and an email address, and signs the visitor in as a guest, whose cart works like an account's. */
export default function GuestDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [errors, setErrors] = useState<FieldErrors>({})

  const [send, sending] = useAction(async (form: FormData) => {
    const value = (name: string) => String(form.get(name)).trim()
    const body = { username: value('username'), email: value('email') }
    const missing: FieldErrors = {
      ...(body.username === '' && { username: [t('guest.nameRequired')] }),
      ...(body.email === '' && { email: [t('auth.emailRequired')] }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    try {
      await startGuest(body)
      // The next render removes the visitor's cart and with it the focused button.
      setTimeout(() => document.getElementById('main')?.focus({ preventScroll: true }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) return setErrors(error.fields)
      throw error
    }
  }, explain)

  function explain(error: unknown) {
    const isFlood = error instanceof ApiError && error.status === 429
    const text = isFlood ? 'common.tooMany' : 'common.unreachable'
    showToast(error instanceof ApiError && !isFlood ? error.message : t(text), 'error')
    if (!(error instanceof NetworkError)) onClose()
  }

  return (
    <Dialog title={t('guest.title')} closeLabel={t('common.close')} onClose={onClose}>
      <Form className={styles.form} errors={errors} onSend={send} noValidate>
        <p className="quiet">{t('guest.text')}</p>
        <Field
          label={t('guest.name')}
          name="username"
          autoComplete="name"
          maxLength={USERNAME_MAX}
          data-autofocus
        />
        <Field
          label={t('auth.email')}
          name="email"
          type="email"
          autoComplete="email"
          dir="ltr"
          maxLength={EMAIL_MAX}
        />
        <Button type="submit" wide busy={sending}>
          {t('guest.go')}
        </Button>
        <p className={styles.other}>
          {t('guest.haveAccount')} <Link to={paths.signIn}>{t('header.signIn')}</Link>
        </p>
      </Form>
    </Dialog>
  )
}
