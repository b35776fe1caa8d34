/**
 * Limits how many emails an unconfirmed address receives per day: anyone can enter a stranger's address, but must not
 * be able to flood that mailbox. Emails that users need to keep their accounts are never dropped; instead,
 * password-reset.ts limits requests for password links, and `countNotice` limits password and email changes, which mail
 * notices.
 */
import type { Handle } from '../../platform/db/database.ts'
import { countAttempt, isWithinLimit } from '../../platform/http/throttle.ts'
import {
  EMAIL_CHANGED_TOPIC,
  PASSWORD_CHANGED_TOPIC,
  PASSWORD_LINK_TOPIC,
} from '../accounts.events.ts'
import { isConfirmedAddress } from '../confirmed.ts'
import { fingerprint } from '../sign-in/check-password.ts'
import { findUnconfirmed } from './own-email.store.ts'

const A_DAY = 86_400
const ONCE = { attempts: 1, windowSeconds: A_DAY }
const MAILS_PER_DAY = 3
const CHANGES = { attempts: 5, windowSeconds: A_DAY }

/** Topics whose emails are never dropped, since the user may need them to get back into the account. */
const NEVER_DROPPED: ReadonlySet<string> = new Set([
  PASSWORD_LINK_TOPIC.name,
  PASSWORD_CHANGED_TOPIC.name,
  EMAIL_CHANGED_TOPIC.name,
])

/**
 * Whether an email to an account may be sent in a shop that asks for confirmation. Counts it if the address is
 * unconfirmed.
 * @param mail `id` is the same for every attempt to send an email, so that retries are not counted again.
 */
export async function mayMail(
  db: Handle,
  { topic, id, to }: { topic: string; id: string; to: string },
): Promise<boolean> {
  if (NEVER_DROPPED.has(topic) || (await isConfirmedAddress(db, to))) return true
  return isAllowed(db, { id, to, group: 'mails', perDay: MAILS_PER_DAY })
}

/**
 * Counts an email to an address, but not further attempts to send the same email.
 * @param mail `group` names the limit that the email counts toward.
 * @returns whether the email may be sent.
 */
export async function isAllowed(
  db: Handle,
  mail: { id: string; to: string; group: string; perDay: number },
): Promise<boolean> {
  const { id, to, group, perDay } = mail
  if (!(await isWithinLimit(db, `mail:${id}`, ONCE))) return true
  const limit = { attempts: perDay, windowSeconds: A_DAY }
  return isWithinLimit(db, `${group}:${fingerprint(to.toLowerCase())}`, limit)
}

/**
 * Counts a change that mails a notice to an account's unconfirmed address. Counts per address, since many accounts can
 * be opened for the same address, one after another.
 * @throws ShopError `too_many`.
 */
export async function countNotice(db: Handle, userId: number): Promise<void> {
  const email = await findUnconfirmed(db, userId)
  if (email === null) return
  await countAttempt(db, `notices:${fingerprint(email.toLowerCase())}`, CHANGES)
}
