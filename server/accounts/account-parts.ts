import type { Database } from '../platform/db/database.ts'
import type { KeptPictures } from '../platform/media/kept-pictures.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface AccountParts {
  db: Database
  sessions: Sessions
  pictures: KeptPictures
  asksToConfirm: boolean
  /** The code of the shop's country; null if it cannot be determined. */
  homeCountry(): Promise<string | null>
  /** Maximum number of sign-ups per IP address per hour. */
  signUpsPerAddress: number
  /** Invalidates cached responses that contain the products' ratings. Call it after the commit. */
  announceRatings(productIds: readonly number[]): Promise<void>
  warn(error: unknown, what: string): void
}
