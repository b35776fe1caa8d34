import { BlockList } from 'node:net'
import type { Database } from '../platform/db/database.ts'
import { isLoopback } from '../platform/environment.ts'
import type { Api } from '../platform/http/api.ts'
import { every, type Stop } from '../platform/jobs/every.ts'
import { createDeliverWebhooks } from './deliver-webhooks.ts'
import { ALL, type Message, NOT_PUBLIC, postMessage } from './post-message.ts'
import { webhooksRoutes } from './webhooks.routes.ts'
import { removeOld } from './webhooks.store.ts'
import { createWebhooks } from './webhooks.ts'

const DELIVER_MS = 1_000
const PRUNE_MS = 3_600_000
const KEEP_DAYS = 30

export interface WebhooksPartNeeds {
  config: { publicUrl: string; production: boolean; demo: boolean }
  db: Database
}

export function createWebhooksPart({ config, db }: WebhooksPartNeeds) {
  // A shop that only this computer can reach is just being tried out, so its webhooks may go to private IP addresses.
  const mayBePrivate = !config.production && isLoopback(new URL(config.publicUrl))
  // In a demo that others can reach, every visitor may be an owner, so all IP addresses are blocked.
  const blocked = mayBePrivate ? new BlockList() : config.demo ? ALL : NOT_PUBLIC
  const post = (message: Message) => postMessage(message, blocked)

  return {
    routes: (api: Api): void => webhooksRoutes(api, createWebhooks(db, mayBePrivate)),

    start(failed: (error: unknown) => void): Stop[] {
      const { begin, settled } = createDeliverWebhooks({ db, post, failed })
      const stop = every(DELIVER_MS, begin, failed)
      return [
        () => stop().then(settled),
        every(PRUNE_MS, () => removeOld(db.run, KEEP_DAYS), failed),
      ]
    },
  }
}
