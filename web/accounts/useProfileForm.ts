import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { saveProfile } from './profile.queries.ts'
import { sessionsQuery } from './sessions.queries.ts'

/** The fields that show and keep the account's current data until they are changed. */
type ProfileField = 'username' | 'phone' | 'country' | 'city'

export function useProfileForm(user: User) {
  const t = useT()
  // Untouched fields show the account's current data, which may have been changed in another tab.
  const [typed, setTyped] = useState<Partial<Record<ProfileField, string>>>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const [saved, setSaved] = useState(false)
  const [confirmation, setConfirmation] = useState<string>()
  const [changesSignIn, setChangesSignIn] = useState(false)

  const [save, saving] = useAction(async (values: FormData, form: HTMLFormElement) => {
    const password = String(values.get('password'))
    const currentPassword = values.get('current_password')
    setErrors({})
    setSaved(false)
    try {
      const message = await saveProfile({
        username: user.username,
        email: String(values.get('email')).trim(),
        ...trimmed(typed),
        ...(password && { password }),
        ...(currentPassword && { current_password: String(currentPassword) }),
      })
      // A new email stays pending until the user opens the link sent to it; the server's message states the deadline.
      setConfirmation(isOtherEmail(values, user) ? message : undefined)
      // Changing the password ends the account's other sessions.
      if (password) queryClient.invalidateQueries(sessionsQuery)
      setSaved(true)
      setTyped((now) => (now === typed ? {} : now))
      clearPassword(form)
      setChangesSignIn(false)
      showToast(t('toast.signedIn'), 'success')
    } catch (error) {
      console.error(error)
      if (error instanceof ApiError) setErrors(error.fields)
      showToast(error instanceof ApiError ? error.message : t('profile.failed'), 'error')
    }
  })

  function onInput(event: FormEvent<HTMLFormElement>) {
    const values = new FormData(event.currentTarget)
    setSaved(false)
    setChangesSignIn(Boolean(values.get('password')) || isOtherEmail(values, user))
  }

  /** The props of a field's input. */
  const field = (name: ProfileField) => ({
    name,
    value: typed[name] ?? user[name] ?? '',
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
      setTyped((now) => ({ ...now, [name]: value })),
  })

  return { errors, saved, saving, confirmation, changesSignIn, onSend: save, onInput, field }
}

function trimmed(typed: Partial<Record<ProfileField, string>>) {
  return Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]))
}

/** Whether the entered email differs from both the current and the pending one, ignoring case. */
function isOtherEmail(values: FormData, { email, pendingEmail }: User): boolean {
  const typed = String(values.get('email')).trim().toLowerCase()
  return ![email, pendingEmail].some((known) => known?.toLowerCase() === typed)
}

/**
 * Clears the password after saving, so that the next change does not send it again. The field for the current password
 * disappears, so if it has the focus, the submit button receives it.
 */
function clearPassword(form: HTMLFormElement) {
  const field = form.elements.namedItem('password')
  if (field instanceof HTMLInputElement) field.value = ''
  if (form.elements.namedItem('current_password') !== document.activeElement) return
  form.querySelector<HTMLElement>('[type="submit"]')?.focus()
}
