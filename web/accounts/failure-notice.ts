import { ApiError, NetworkError } from '#web/api/request.ts'
import { type MessageId, translate } from '#web/i18n/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Advice to check the connection or to wait, if that may help; otherwise undefined. */
export function failureNotice(error: unknown): string | undefined {
  if (error instanceof NetworkError) return translate('common.unreachable')
  if (error instanceof ApiError && error.status === 429) return translate('common.tooMany')
  return undefined
}

/** The challenge from a `second_factor_required` error; undefined for any other error. */
export function challengeIn(error: unknown): string | undefined {
  const isAsked = error instanceof ApiError && error.code === 'second_factor_required'
  return isAsked ? (error.body as { challenge: string }).challenge : undefined
}

/** @returns an error handler for `useAction` that shows the `failureNotice` in a toast or, without one, `text`. */
export function toastFailure(text: MessageId): (error: unknown) => void {
  return (error) => showToast(failureNotice(error) ?? translate(text), 'error')
}
