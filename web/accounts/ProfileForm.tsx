import CircleCheck from 'lucide-react/icons/circle-check'
import { type FormEvent, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { PROFILE_FIELD_MAX, USERNAME_MAX } from '#contract/limits.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useFocusOnError } from '#web/ui/useFocusOnError.ts'
import { saveProfile } from './accounts.queries.ts'
import { EmailField } from './EmailField.tsx'
import styles from './ProfileForm.module.css'

export function ProfileForm({ user }: { user: User }) {
  const t = useT()
  const [wrong, setWrong] = useState<FieldErrors>({})
  const [saved, setSaved] = useState(false)
  const [confirmation, setConfirmation] = useState<string>()
  const [changesSignIn, setChangesSignIn] = useState(false)
  const focusOnError = useFocusOnError(wrong)

  const [save, saving] = useAction(async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const value = (name: string) => String(values.get(name)).trim()
    const password = String(values.get('password'))
    const currentPassword = values.get('current_password')
    setWrong({})
    setSaved(false)
    try {
      const message = await saveProfile({
        username: value('username'),
        email: value('email'),
        phone: value('phone'),
        country: value('country'),
        city: value('city'),
        ...(password && { password }),
        ...(currentPassword && { current_password: String(currentPassword) }),
      })
      // The address stays pending until its link is opened: the message has the deadline.
      setConfirmation(isOtherEmail(values, user) ? message : undefined)
      setSaved(true)
      clearPassword(form)
      setChangesSignIn(false)
      showToast(t('toast.signedIn'), 'success')
    } catch (error) {
      console.error(error)
      if (error instanceof ApiError) setWrong(error.fields)
      showToast(error instanceof ApiError ? error.message : t('profile.failed'), 'error')
    }
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    save(event.currentTarget)
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const values = new FormData(event.currentTarget)
    setSaved(false)
    setChangesSignIn(Boolean(values.get('password')) || isOtherEmail(values, user))
  }

  const text = (name: 'phone' | 'country' | 'city', autoComplete: string) => (
    <Field
      ref={focusOnError(name)}
      label={t(`profile.${name}`)}
      name={name}
      autoComplete={autoComplete}
      maxLength={PROFILE_FIELD_MAX}
      defaultValue={user[name] ?? ''}
      error={wrong[name]?.[0]}
    />
  )

  return (
    <form className={cx('panel roomy', styles.form)} onSubmit={onSubmit} onInput={onInput}>
      <h2 className={styles.title}>{t('profile.details')}</h2>
      <Field
        ref={focusOnError('username')}
        label={t('profile.username')}
        name="username"
        required
        autoComplete="nickname"
        maxLength={USERNAME_MAX}
        defaultValue={user.username}
        error={wrong.username?.[0]}
      />
      <EmailField
        ref={focusOnError('email')}
        label={t('profile.email')}
        required
        autoComplete="email"
        defaultValue={user.email}
        error={wrong.email?.[0]}
      />
      <div className={styles.password}>
        <PasswordField
          ref={focusOnError('password')}
          label={t('profile.password')}
          name="password"
          autoComplete="new-password"
          hint={t('profile.passwordHint')}
          error={wrong.password?.[0]}
        />
        <Link to={paths.passwordReset}>{t('auth.forgot')}</Link>
      </div>
      {(changesSignIn || wrong.current_password) && (
        <PasswordField
          ref={focusOnError('current_password')}
          label={t('profile.currentPassword')}
          name="current_password"
          autoComplete="current-password"
          hint={t('profile.currentPasswordHint')}
          error={wrong.current_password?.[0]}
          className={styles.whole}
        />
      )}
      {text('phone', 'tel')}
      {text('country', 'country-name')}
      {text('city', 'address-level2')}
      <div className={styles.foot}>
        <Button type="submit" busy={saving}>
          {t('profile.update')}
        </Button>
        <p className={styles.saved} role="status">
          {saved && (
            <>
              <CircleCheck size={20} aria-hidden />
              {t('profile.saved')}
              {confirmation && <span dir="auto">{confirmation}</span>}
            </>
          )}
        </p>
      </div>
    </form>
  )
}

/** Whether the e-mail differs from both the current and the pending one, ignoring case. */
function isOtherEmail(values: FormData, { email, pendingEmail }: User): boolean {
  const typed = String(values.get('email')).trim().toLowerCase()
  return ![email, pendingEmail].some((known) => known?.toLowerCase() === typed)
}

/** Clears the saved password, so that the next change does not send it again. */
function clearPassword(form: HTMLFormElement) {
  const field = form.elements.namedItem('password')
  if (field instanceof HTMLInputElement) field.value = ''
}
