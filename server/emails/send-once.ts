/** Skips emails that were already sent, because the outbox may deliver an event more than once. */
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { type Mail, type Mailer, NoSuchMailbox } from './mailer.ts'

/** @param warn receives the error of each email that can never be delivered; such an email is recorded as sent. */
export function sendOnce(
  db: Database,
  mailer: Mailer,
  warn: (error: unknown, what: string) => void,
): (mail: Mail) => Promise<void> {
  return async (mail) => {
    const { rows } = await sql<{ id: string; isSent: boolean }>`
      select id, exists (select from sent_mail where sent_mail.id = ${mail.id}) as "isSent"
      from installation`.execute(db.run)
    const [installation] = rows
    if (installation?.isSent) return
    try {
      await mailer.send(mail, installation?.id ?? '')
    } catch (error) {
      if (!(error instanceof NoSuchMailbox)) throw error
      warn(error, `email ${mail.id} was permanently rejected`)
    }
    await sql`insert into sent_mail (id) values (${mail.id}) on conflict do nothing`.execute(db.run)
  }
}
