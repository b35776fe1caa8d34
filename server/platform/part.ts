import type { Api } from './http/api.ts'
import type { Stop } from './jobs/every.ts'
import type { PicturesInUse } from './media/kept-pictures.ts'
import type { Figure } from './monitoring/metrics.routes.ts'
import type { Outbox } from './outbox/outbox.ts'

/**
 * The interface of a part, which defines what the part adds to the shop. server/app.ts creates all parts and treats
 * them alike.
 */
export interface Part {
  routes?(api: Api): unknown
  events?(outbox: Outbox): void
  /**
   * Starts the part's timers once the server is listening.
   * @returns functions that stop them.
   */
  start?(failed: (error: unknown) => void): Stop[]
  figures?: readonly Figure[]
  /** Returns which uploaded pictures the part uses. Unused pictures are removed. */
  picturesInUse?: PicturesInUse
  /** Stops everything else, after the timers. */
  close?(): Promise<void>
}
