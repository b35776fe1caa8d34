/** Delivers the mails of accounts as the outbox does, without its timers. */
import { sql } from 'kysely'
import { asksToConfirm } from '#server/accounts/emails/confirmed.ts'
import { mailAccountEvents } from '#server/accounts/emails/deliver-emails.ts'
import { readConfig } from '#server/config.ts'
import type { Mail } from '#server/emails/mailer.ts'
import type { OutboxEvent } from '#server/platform/outbox/outbox.ts'
import type { Topic } from '#server/platform/outbox/topics.ts'
import type { Act } from '#server/platform/outbox/translators.ts'
import type { Shop } from './shop.ts'

/**
 * Delivers every waiting mail, in the order of the events.
 * @param options with `isTriedAgain` the mails stay queued, as after a failure that followed the
 * sending.
 */
export async function deliverMails(
  shop: Shop,
  { isTriedAgain = false }: { isTriedAgain?: boolean } = {},
): Promise<Mail[]> {
  const sent: Mail[] = []
  const handlers = new Map<string, Act<unknown>>()
  const outbox = {
    onEach<Payload>({ name, read }: Topic<Payload>, act: Act<Payload>): void {
      handlers.set(name, (event) => act({ ...event, payload: read(event.payload) }))
    },
  }
  mailAccountEvents(outbox, {
    db: shop.db,
    send: async (mail) => void sent.push(mail),
    publicUrl: 'https://shop.example',
    asksToConfirm: asksToConfirm(readConfig(shop.settings)),
  })
  const { rows } = await sql<OutboxEvent>`
    select id, topic, payload from outbox
    where done_at is null and topic = any(${[...handlers.keys()]}::text[])
    order by id`.execute(shop.db.run)
  for (const event of rows) await handlers.get(event.topic)?.(event)
  if (isTriedAgain) return sent
  await sql`
    update outbox set done_at = now()
    where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(shop.db.run)
  return sent
}

/** The secret in the fragment of a mail's link. */
export function tokenIn(mail: Mail | undefined): string {
  return /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
