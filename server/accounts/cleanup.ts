/** Deletes what accounts leave behind: sessions, links and codes that no longer work, and idle guests. */
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'

/** Ended sessions are retained to recognize their users' devices and networks. */
const KEEP_SESSIONS = sql`interval '180 days'`
/** How long expired email changes and the ids of sent emails are kept: longer than the outbox keeps their events. */
const KEEP_SENT = sql`interval '30 days'`
/** A guest who has no orders and has been inactive for a day. */
const IS_IDLE_GUEST = sql`guest and created_at < now() - interval '1 day'
  and not exists (select from order_batch where user_id = app_user.id)
  and not exists (
    select from session where user_id = app_user.id and last_used_at > now() - interval '1 day'
  )`

/** Runs one round of cleanup; several processes may run it concurrently. */
export async function cleanUpAccounts(db: Database): Promise<void> {
  for (const removal of [
    sql`delete from session where least(expires_at, revoked_at) < now() - ${KEEP_SESSIONS}`,
    sql`delete from password_reset where expires_at < now()`,
    sql`delete from google_flow where expires_at < now()`,
    sql`delete from google_code where expires_at < now()`,
    sql`delete from sign_in_challenge where expires_at < now()`,
    sql`delete from passkey_challenge where expires_at < now()`,
    sql`delete from email_confirmation where expires_at < now()`,
    sql`delete from email_change where expires_at < now() - ${KEEP_SENT}`,
    sql`delete from sent_mail where sent_at < now() - ${KEEP_SENT}`,
    sql`delete from throttle where resets_at < now()`,
    sql`delete from app_user where ${IS_IDLE_GUEST}`,
  ]) {
    await removal.execute(db.run)
  }
}
