import type { Api } from './http/api.ts'
import type { Stop } from './jobs/every.ts'
import type { PicturesInUse } from './media/kept-pictures.ts'
import type { Figure } from './monitoring/metrics.routes.ts'
import type { Outbox } from './outbox/outbox.ts'

/** The interface of a part: what it adds to the shop. server/app.ts creates all parts and treats them alike. */
export interface Part {
  /** Declares the part's calls. */
  routes?(api: Api): unknown
  /** Registers the handlers of its outbox topics. */
  events?(outbox: Outbox): void
  /** Starts its timers, in a server that listens. @returns a function that stops them. */
  start?(failed: (error: unknown) => void): Stop[]
  /** Figures for /metrics. */
  figures?: readonly Figure[]
  /** Which uploaded pictures the part uses; unused ones are removed. */
  picturesInUse?: PicturesInUse
  /** Stops everything except the timers, and after them. */
  close?(): Promise<void>
}
