import type { Api } from './http/api.ts'
import type { Stop } from './jobs/every.ts'
import type { PicturesInUse } from './media/kept-pictures.ts'
import type { Figure } from './monitoring/metrics.routes.ts'
import type { Outbox } from './outbox/outbox.ts'

/** The interface of a part: what it adds to the shop. server/app.ts creates all parts and treats them alike. */
export interface Part {
  routes?(api: Api): unknown
  events?(outbox: Outbox): void
  /**
   * Starts the part's timers, in a server that listens.
   * @returns functions that stop them.
   */
  start?(failed: (error: unknown) => void): Stop[]
  figures?: readonly Figure[]
  /** Which uploaded pictures the part uses: unused pictures are removed. */
  picturesInUse?: PicturesInUse
  /** Stops everything else, after the timers. */
  close?(): Promise<void>
}
