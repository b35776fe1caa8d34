/**
 * How many mails a day go to an address that nobody has shown to be theirs: anybody may enter
 * anybody's address, and must not fill a stranger's mailbox by it. What an owner needs to keep the
 * account is never dropped: password links are limited by who asks (password-reset.ts), and notices
 * of a change of password or e-mail by the changes themselves.
 */
import type { Database, Handle } from '../../platform/db/database.ts'
import { countAttempt, isWithinLimit } from '../../platform/http/throttle.ts'
import {
  EMAIL_CHANGED_TOPIC,
  PASSWORD_CHANGED_TOPIC,
  PASSWORD_LINK_TOPIC,
} from '../accounts.events.ts'
import { fingerprint } from '../sign-in/check-password.ts'
import { isConfirmedAddress } from './confirmed.ts'
import { findUnconfirmed } from './own-email.store.ts'

const A_DAY = 86_400
const ONCE = { attempts: 1, windowSeconds: A_DAY }
const MAILS = { attempts: 3, windowSeconds: A_DAY }
const CHANGES = { attempts: 5, windowSeconds: A_DAY }

/** Limited where they are caused: a mail that is dropped would leave its owner without a way back. */
const NEVER_DROPPED: ReadonlySet<string> = new Set([
  PASSWORD_LINK_TOPIC.name,
  PASSWORD_CHANGED_TOPIC.name,
  EMAIL_CHANGED_TOPIC.name,
])

interface Addressed {
  topic: string
  /** Same for every attempt at the same mail: they count once. */
  id: string
  to: string
}

/** @returns whether a mail may be sent; what may not is dropped. */
export function createMailAllowance(
  db: Database,
  asksToConfirm: boolean,
): (mail: Addressed) => Promise<boolean> {
  return async ({ topic, id, to }) => {
    if (!asksToConfirm || NEVER_DROPPED.has(topic)) return true
    if (await isConfirmedAddress(db.run, to)) return true
    if (!(await isWithinLimit(db.run, `mail:${id}`, ONCE))) return true
    return isWithinLimit(db.run, `mails:${fingerprint(to.toLowerCase())}`, MAILS)
  }
}

/**
 * Counts a change that mails a notice to an account's address which nobody has confirmed. By the
 * address, for accounts can be opened for it again and again.
 * @throws ShopError `too_many`.
 */
export async function countNotice(db: Handle, userId: number): Promise<void> {
  const email = await findUnconfirmed(db, userId)
  if (email === null) return
  await countAttempt(db, `notices:${fingerprint(email.toLowerCase())}`, CHANGES)
}
