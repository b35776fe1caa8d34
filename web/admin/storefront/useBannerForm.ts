import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { failureText, reasonOf } from '../parts/failure-text.ts'

/** State of a slide's or partner's form: sends once, keeps the input and shows refused fields. */
export function useBannerForm(save: (data: FormData) => Promise<void>, onClose: () => void) {
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
      await save(data)
      showToast(t('admin.storefrontSaved'), 'success')
      onClose()
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
  return { form, wrong, failure, sending, onSubmit }
}
