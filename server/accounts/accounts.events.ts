/** Outbox topics of accounts. Each becomes a mail; no payload holds a secret. */
import { sql } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import type { Handle } from '../platform/db/database.ts'

export const PASSWORD_LINK_TOPIC = 'password-link-asked'
export const PASSWORD_CHANGED_TOPIC = 'password-changed'
export const NEW_DEVICE_TOPIC = 'new-device'
export const MANY_FAILURES_TOPIC = 'many-failed-sign-ins'
export const EMAIL_CONFIRM_TOPIC = 'email-confirm'
export const EMAIL_CHANGED_TOPIC = 'email-changed'
export const OWN_EMAIL_TOPIC = 'own-email-confirm'
export const ACCOUNT_CLOSED_TOPIC = 'account-closed'

/** What each topic's payload is. */
export interface AccountEvents {
  [PASSWORD_LINK_TOPIC]: { email: string; locale: Locale }
  /** Without `unlinked` in events of before. */
  [PASSWORD_CHANGED_TOPIC]: { userId: number; unlinked?: boolean }
  [NEW_DEVICE_TOPIC]: { userId: number; device: string; address: string }
  [MANY_FAILURES_TOPIC]: { email: string }
  [EMAIL_CONFIRM_TOPIC]: { changeId: number }
  [EMAIL_CHANGED_TOPIC]: { changeId: number }
  [OWN_EMAIL_TOPIC]: { userId: number }
  [ACCOUNT_CLOSED_TOPIC]: { email: string; locale: Locale }
}

/** Writes an event; notify the outbox after the commit. */
export async function writeEvent<Topic extends keyof AccountEvents>(
  db: Handle,
  topic: Topic,
  payload: AccountEvents[Topic],
): Promise<void> {
  await sql`
    insert into outbox (topic, payload) values (${topic}, ${JSON.stringify(payload)}::text::jsonb)`.execute(
    db,
  )
}
