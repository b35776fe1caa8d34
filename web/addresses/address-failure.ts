import { ApiError } from '#web/api/request.ts'
import { translate } from '#web/i18n/i18n.ts'

/** The server's reason for refusing an address, or else a message that it could not be saved. */
export function addressFailure(error: unknown): string {
  const isRefused = error instanceof ApiError && error.status < 500
  return isRefused ? error.message : translate('address.failed')
}
