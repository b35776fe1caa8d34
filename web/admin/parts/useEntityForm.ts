import { useRef, useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { failureText, reasonOf } from './failure-text.ts'
import { type FormValues, valuesOf } from './form-values.ts'

export interface EntityFormOptions {
  /** The text of the toast, or empty for none; "Saved." by default. */
  saved?: string | undefined
  onSaved?: () => void
  /** The message for a failure, or empty for none; undefined for the default message. */
  failureOf?: (error: unknown) => string | undefined
}

/**
 * The state of a form: sends one request at a time, and keeps the input after a failure.
 * @returns `form`, the props of a `CheckedForm`; `failure`, a message about the whole form or about a value that has
 * no field
 */
export function useEntityForm(
  save: (values: FormValues) => Promise<void>,
  { saved, onSaved, failureOf }: EntityFormOptions = {},
) {
  const t = useT()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()
  const unsaved = useRef(0)

  const [send, sending] = useAction(async (data: FormData, form: HTMLFormElement) => {
    setErrors({})
    setFailure(undefined)
    const sent = unsaved.current
    try {
      await save(valuesOf(data))
    } catch (error) {
      console.warn(error)
      const fields = error instanceof ApiError ? error.fields : {}
      const elsewhere = Object.keys(fields).find((name) => !form.elements.namedItem(name))
      setErrors(fields)
      setFailure(
        failureOf?.(error) ??
          reasonOf(error) ??
          (elsewhere && fields[elsewhere]?.[0]) ??
          failureText(error, 'admin.notSaved'),
      )
      return
    }
    // Unless the user has gone on editing meanwhile.
    if (unsaved.current === sent) unsaved.current = 0
    if (saved !== '') showToast(saved ?? t('common.saved'), 'success')
    onSaved?.()
  })

  return { form: { errors, onSend: send, unsaved }, failure, sending }
}
