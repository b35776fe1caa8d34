import type { Database } from '../../platform/db/database.ts'
import { addressKey } from '../../platform/http/address-key.ts'
import { countAttempt } from '../../platform/http/throttle.ts'

const WINDOW_SECONDS = 60 * 60

/** @param max the maximum number of new accounts per IP address per hour. @throws ShopError `too_many`. */
export async function countSignUp(db: Database, address: string, max: number): Promise<void> {
  const limit = { attempts: max, windowSeconds: WINDOW_SECONDS }
  await countAttempt(db.run, `register:${addressKey(address)}`, limit)
}
