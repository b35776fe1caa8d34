import { ApiError, NetworkError } from '#web/api/request.ts'
import { translate } from '#web/i18n/i18n.ts'

/** The truth beside a toast whose words are fixed: what a customer can do about this failure. */
export function failureNotice(error: unknown): string | undefined {
  if (error instanceof NetworkError) return translate('common.unreachable')
  if (error instanceof ApiError && error.status === 429) return translate('common.tooMany')
  return undefined
}
