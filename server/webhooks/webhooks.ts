import { randomBytes } from 'node:crypto'
import type { Unversioned, Webhook, WebhookDelivery, WebhookForm } from '#contract/admin.ts'
import { WEBHOOKS_MAX } from '#contract/limits.ts'
import type { Database } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { createSortedRows, insertRow } from '../sorted-lists/sorted-rows.ts'
import * as store from './webhooks.store.ts'

const SECRET_BYTES = 32
const SHOWN_DELIVERIES = 20

export type Webhooks = ReturnType<typeof createWebhooks>

/** @param mayBePrivate whether URLs without TLS are allowed, as in a shop on its owner's own computer. */
export function createWebhooks(db: Database, mayBePrivate: boolean) {
  const rows = createSortedRows<Unversioned<Webhook>, WebhookForm>(db, {
    table: 'webhook',
    max: WEBHOOKS_MAX,
    fieldsOf: ({ url, events, is_active }) => ({ url, events, is_active }),
    read(form) {
      const isSafe = mayBePrivate || form.url.startsWith('https:')
      const url = URL.parse(form.url)
      // No user name or password, because the list of webhooks shows the URL and the audit log stores it.
      if (!isSafe || !url || url.username || url.password) {
        throw invalid({ url: ['error.webhookUrl'] })
      }
      return form
    },
    findAll: store.findWebhooks,
    insert: (tx, form) => insertRow(tx, 'webhook', { ...form, secret: randomBytes(SECRET_BYTES) }),
    async update(tx, { id }, form) {
      await store.updateWebhook(tx, id, form)
      return []
    },
  })

  return {
    all: rows.all,

    /**
     * @returns the webhook and its secret, which is never shown again.
     * @throws ShopError `invalid`, `conflict`
     */
    async create(caller: Caller, form: WebhookForm): Promise<{ data: Webhook; secret: string }> {
      const data = await rows.create(caller, form)
      const secret = await store.findSecret(db.run, data.id)
      return { data, secret: `whsec_${Buffer.from(secret).toString('base64')}` }
    },

    /** @throws ShopError `not_found`, `invalid`, `edited_meanwhile`. */
    edit: rows.edit,

    /** @throws ShopError `not_found`. */
    remove: rows.remove,

    /** @throws ShopError `not_found`. */
    deliveries: async (id: number): Promise<WebhookDelivery[]> =>
      orNotFound(await store.findDeliveries(db.run, id, SHOWN_DELIVERIES)),

    /** @throws ShopError `not_found`; `conflict` if the delivery's webhook is switched off. */
    async redeliver(id: number): Promise<void> {
      const isActive = orNotFound(await store.makeDue(db.run, id))
      if (!isActive) throw new ShopError('conflict', 'error.webhookOff')
    },
  }
}
