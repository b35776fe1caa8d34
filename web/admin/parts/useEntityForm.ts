import { useState } from 'react'
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
  /** The sentence about a failure; what the server says of a conflict, if it does, unless given. */
  failureOf?: (error: unknown) => string
}

/**
 * The state of a form: sends once at a time, and keeps the input after a failure.
 * @returns `form`, for a `Form`; `failure`, a sentence about the whole form; `firstError`, the first
 *   refused field's error, for a form whose fields show none.
 */
export function useEntityForm(
  save: (values: FormValues) => Promise<void>,
  { saved, onSaved, failureOf }: EntityFormOptions = {},
) {
  const t = useT()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()

  const [send, sending] = useAction(
    async (data: FormData) => {
      setErrors({})
      setFailure(undefined)
      await save(valuesOf(data))
      showToast(saved ?? t('admin.storefrontSaved'), 'success')
      onSaved?.()
    },
    (error) => {
      if (error instanceof ApiError) setErrors(error.fields)
      setFailure(failureOf?.(error) ?? reasonOf(error) ?? t(failureText(error, 'admin.notSaved')))
    },
  )

  const firstError = Object.values(errors)[0]?.[0]
  return { form: { errors, onSend: send }, firstError, failure, sending }
}
