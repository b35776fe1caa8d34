/** Delivers emails as the outbox does, but without its timers. */
import { asksToConfirm } from '#server/accounts/confirmed.ts'
import { mailAccountEvents } from '#server/accounts/emails/deliver-emails.ts'
import { readConfig } from '#server/config.ts'
import type { Mail } from '#server/emails/mailer.ts'
import { mailOrderEvents } from '#server/order-emails/deliver-order-emails.ts'
import { type GatherTimes, gatherSteps } from '#server/order-emails/gather-steps.ts'
import type { Outbox, OutboxEvent } from '#server/platform/outbox/outbox.ts'
import type { Topic } from '#server/platform/outbox/topics.ts'
import type { Act } from '#server/platform/outbox/translators.ts'
import type { Shop } from './shop.ts'

const PUBLIC_URL = 'https://shop.example'

/**
 * Delivers all pending account emails, in the sequence of their events.
 * @param options `isTriedAgain` leaves the events in the outbox, as if the process had failed right after sending.
 */
export async function deliverMails(
  shop: Shop,
  { isTriedAgain = false }: { isTriedAgain?: boolean } = {},
): Promise<Mail[]> {
  const sent: Mail[] = []
  await deliver(shop, isTriedAgain, (outbox) =>
    mailAccountEvents(outbox, {
      db: shop.db,
      send: async (mail) => void sent.push(mail),
      publicUrl: PUBLIC_URL,
      asksToConfirm: asksToConfirm(readConfig(shop.settings)),
    }),
  )
  return sent
}

export interface OrderMails {
  sent: Mail[]
  /** Emails written to the folder although the shop has a mail server. */
  filed: Mail[]
}

/** Gathers the steps to report by email, then delivers all pending emails about purchases and stock. */
export async function deliverOrderMails(
  shop: Shop,
  times: GatherTimes = { quiet: 0, longest: 0 },
): Promise<OrderMails> {
  await gatherSteps(shop.db.run, times)
  const mails: OrderMails = { sent: [], filed: [] }
  await deliver(shop, false, (outbox) =>
    mailOrderEvents(outbox, {
      db: shop.db,
      emails: {
        send: async (mail) => void mails.sent.push(mail),
        file: async (mail) => void mails.filed.push(mail),
      },
      publicUrl: PUBLIC_URL,
      asksToConfirm: asksToConfirm(readConfig(shop.settings)),
      isOpen: false,
    }),
  )
  return mails
}

/** @param register registers the handler of each topic, as a part of the shop does */
async function deliver(
  shop: Shop,
  isTriedAgain: boolean,
  register: (outbox: Pick<Outbox, 'onEach'>) => void,
): Promise<void> {
  const handlers = new Map<string, Act<unknown>>()
  register({
    onEach<Payload>({ name, read }: Topic<Payload>, act: Act<Payload>): void {
      handlers.set(name, (event) => act({ ...event, payload: read(event.payload) }))
    },
  })
  const rows = await shop.sql<OutboxEvent>`
    select id, topic, payload from outbox
    where done_at is null and topic = any(${[...handlers.keys()]}::text[])
    order by id`
  for (const event of rows) await handlers.get(event.topic)?.(event)
  if (isTriedAgain) return
  await shop.sql`
    update outbox set done_at = now()
    where id = any(${rows.map(({ id }) => id)}::bigint[])`
}

/** The secret after the `#` of the email's link; an empty string if there is none. */
export function tokenIn(mail: Mail | undefined): string {
  return /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
