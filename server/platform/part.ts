import type { Api } from './http/api.ts'
import type { Stop } from './jobs/every.ts'
import type { PicturesInUse } from './media/kept-pictures.ts'
import type { Figure } from './monitoring/metrics.routes.ts'
import type { Outbox } from './outbox/outbox.ts'

/** The face of a part: what it adds to the shop. server/app.ts makes the parts and uses all of them alike. */
export interface Part {
  /** Declares its calls. */
  routes?(api: Api): unknown
  /** Says what becomes of its topics in the outbox. */
  events?(outbox: Outbox): void
  /** Begins its timers, in a server that listens. @returns what stops them. */
  start?(failed: (error: unknown) => void): Stop[]
  /** For /metrics. */
  figures?: readonly Figure[]
  /** For the removal of uploaded pictures that nobody shows. */
  picturesInUse?: PicturesInUse
  /** Ends what its timers do not, after them. */
  close?(): Promise<void>
}
