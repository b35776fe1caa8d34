import { addressKey } from '../../platform/http/address-key.ts'
import type { Limit } from '../../platform/http/throttle.ts'

const WINDOW_SECONDS = 60 * 60

/**
 * What to count a sign-up by, and how many there may be.
 * @param max the maximum number of new accounts per IP address per hour.
 */
export function signUpLimit(address: string, max: number): [key: string, limit: Limit] {
  return [`register:${addressKey(address)}`, { attempts: max, windowSeconds: WINDOW_SECONDS }]
}
