import { type FormEvent, useState } from 'react'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { failureText } from './failure-text.ts'

/**
 * A form of settings, which stays open: it says what is wrong below its fields, or that it is saved.
 * @param save sends the fields.
 * @param saved said in a toast.
 */
export function useSettingsForm(save: (data: FormData) => Promise<void>, saved: string) {
  const t = useT()
  const [failure, setFailure] = useState<string>()
  const [send, saving] = useAction(async (data: FormData) => {
    setFailure(undefined)
    try {
      await save(data)
      showToast(saved, 'success')
    } catch (error) {
      console.warn(error)
      const fields = error instanceof ApiError ? Object.values(error.fields)[0] : undefined
      setFailure(fields?.[0] ?? t(failureText(error, 'admin.notSaved')))
    }
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(new FormData(event.currentTarget))
  }
  return { failure, saving, onSubmit }
}
