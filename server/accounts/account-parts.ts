import type { Database } from '../platform/db/database.ts'
import type { PictureStore } from '../platform/media/picture-store.ts'
import type { Sessions } from './sessions/sessions.ts'

/** Parameters that the functions of accounts share. */
export interface AccountParts {
  db: Database
  sessions: Sessions
  pictures: PictureStore
  /** Whether the shop asks its customers to confirm their emails. */
  asksToConfirm: boolean
  /** Sign-ups that one address may make per hour. */
  signUpsPerAddress: number
  /** Called after a commit that wrote an event. */
  notify(): void
  /** Called after the commit, with the products whose rating changed. */
  announceRatings(productIds: readonly number[]): Promise<void>
  warn(error: unknown, what: string): void
}
