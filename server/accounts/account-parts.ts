import type { Database } from '../platform/db/database.ts'
import type { KeptPictures } from '../platform/media/kept-pictures.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface AccountParts {
  db: Database
  sessions: Sessions
  pictures: KeptPictures
  asksToConfirm: boolean
  /** Sign-ups allowed per IP address and hour. */
  signUpsPerAddress: number
  /** Starts delivering events; to be called after the commit that wrote them. */
  notify(): void
  /** Announces products whose rating changed; to be called after the commit. */
  announceRatings(productIds: readonly number[]): Promise<void>
  warn(error: unknown, what: string): void
}
