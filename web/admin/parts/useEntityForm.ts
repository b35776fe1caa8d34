import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { failureText, reasonOf } from './failure-text.ts'
import { type FormValues, valuesOf } from './form-values.ts'

interface EntityFormOptions {
  /** What the toast says; that it is live in the shop unless given. */
  saved?: string
  /** Called once it is saved. */
  onSaved?: () => void
}

/**
 * The state of a form: sends once at a time, keeps the input after a failure, and focuses the first
 * refused field that shows its error.
 * @returns `wrong`, the errors by field; `failure`, a sentence about the whole form; `firstError`, the
 *   first refused field's error, for a form whose fields show none.
 */
export function useEntityForm(
  save: (values: FormValues) => Promise<void>,
  { saved, onSaved }: EntityFormOptions = {},
) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    if (Object.keys(wrong).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [wrong])

  const [send, sending] = useAction(async (data: FormData) => {
    setWrong({})
    setFailure(undefined)
    try {
      await save(valuesOf(data))
      showToast(saved ?? t('admin.storefrontSaved'), 'success')
      onSaved?.()
    } catch (error) {
      console.warn(error)
      if (error instanceof ApiError) setWrong(error.fields)
      setFailure(reasonOf(error) ?? t(failureText(error, 'admin.notSaved')))
    }
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    send(new FormData(event.currentTarget))
  }
  const firstError = Object.values(wrong)[0]?.[0]
  return { form, wrong, firstError, failure, sending, onSubmit }
}
