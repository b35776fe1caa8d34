import { ApiError } from '#web/api/request.ts'
import { type MessageId, translate } from '#web/i18n/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/** The server's reason for a conflict; undefined for other failures. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 409 ? error.message : undefined
}

/**
 * The message for a failed action.
 * @param refused the message if the server rejects the action, unless there is a more specific one
 */
export function failureText(error: unknown, refused: MessageId = 'admin.failed'): string {
  // The server's message says what the user's role lacks.
  if (error instanceof ApiError && error.code === 'forbidden') return error.message
  return translate(messageOf(error, refused))
}

function messageOf(error: unknown, refused: MessageId): MessageId {
  if (!(error instanceof ApiError)) return 'common.unreachable'
  if (error.fields.current_password) return 'admin.stepUpMissing'
  if (error.status === 429) return 'common.tooMany'
  if (error.status === 404) return 'admin.gone'
  if (error.status === 413) return 'admin.tooLarge'
  return refused
}

/** @returns an error handler for `useAction` that shows the message in a toast */
export function toastFailure(refused?: MessageId): (error: unknown) => void {
  return (error) => showToast(failureText(error, refused), 'error')
}
