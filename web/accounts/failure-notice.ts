import { ApiError, NetworkError } from '#web/api/request.ts'
import { translate } from '#web/i18n/i18n.ts'

/** What a customer can do about a failure; shown beside the specification's fixed toast. */
export function failureNotice(error: unknown): string | undefined {
  if (error instanceof NetworkError) return translate('common.unreachable')
  if (error instanceof ApiError && error.status === 429) return translate('common.tooMany')
  return undefined
}
