import { ApiError } from '#web/api/request.ts'
import { translate } from '#web/i18n/i18n.ts'

export function addressFailure(error: unknown): string {
  const isRefused = error instanceof ApiError && error.status < 500
  return isRefused ? error.message : translate('address.failed')
}
