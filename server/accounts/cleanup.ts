/** Clears away what accounts leave behind: sessions, links and codes that nobody can use. */
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'

/** Ended sessions are what tells a new device from a known one. */
const KEEP_SESSIONS = sql`interval '180 days'`
/** Longer than an event is kept whose mail they stand for. */
const KEEP_SENT = sql`interval '30 days'`

/** One round; several processes may run it at once. */
export async function cleanUpAccounts(db: Database): Promise<void> {
  for (const removal of [
    sql`delete from session where expires_at < now() - ${KEEP_SESSIONS}`,
    sql`delete from password_reset where expires_at < now()`,
    sql`delete from google_flow where expires_at < now()`,
    sql`delete from google_code where expires_at < now()`,
    sql`delete from email_confirmation where expires_at < now()`,
    sql`delete from email_change where expires_at < now() - ${KEEP_SENT}`,
    sql`delete from sent_mail where sent_at < now() - ${KEEP_SENT}`,
    sql`delete from throttle where resets_at < now()`,
  ]) {
    await removal.execute(db.run)
  }
}
