import { ApiError, NetworkError } from '#web/api/request.ts'
import { type MessageId, translate } from '#web/i18n/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/** What a customer can do about a failure, shown next to the specification's fixed toast; undefined if unknown. */
export function failureNotice(error: unknown): string | undefined {
  if (error instanceof NetworkError) return translate('common.unreachable')
  if (error instanceof ApiError && error.status === 429) return translate('common.tooMany')
  return undefined
}

/** The challenge in the error by which the server asks for a second factor; undefined for any other error. */
export function challengeIn(error: unknown): string | undefined {
  const isAsked = error instanceof ApiError && error.code === 'second_factor_required'
  return isAsked ? (error.body as { challenge: string }).challenge : undefined
}

/** @returns an error handler for `useAction`: its toast says what a customer can do about the failure, or `text`. */
export function toastFailure(text: MessageId): (error: unknown) => void {
  return (error) => showToast(failureNotice(error) ?? translate(text), 'error')
}
