import type { Database } from '../platform/db/database.ts'
import type { PictureStore } from '../platform/media/picture-store.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface AccountParts {
  db: Database
  sessions: Sessions
  pictures: PictureStore
  asksToConfirm: boolean
  /** Sign-ups allowed per IP address and hour. */
  signUpsPerAddress: number
  /** Starts delivering events; to be called after the commit that wrote them. */
  notify(): void
  /** Announces products whose rating changed; to be called after the commit. */
  announceRatings(productIds: readonly number[]): Promise<void>
  warn(error: unknown, what: string): void
}
