/**
 * How many mails a day go to an address that nobody has shown to be theirs: anybody may enter
 * anybody's address, and must not fill a stranger's mailbox by it. Password links have a count of
 * their own, so that nothing else keeps an owner from setting a new password.
 */
import type { Database } from '../platform/db/database.ts'
import { countAttempt, isBeyondLimit } from '../platform/http/throttle.ts'
import { fingerprint } from './check-password.ts'
import { isConfirmedAddress } from './confirmed.ts'

const A_DAY = 86_400
const MAILS_OF_A_KIND = { attempts: 3, windowSeconds: A_DAY }

interface Addressed {
  /** Same for every attempt at the same mail: they count once. */
  id: string
  to: string
  kind: 'password-link' | 'other'
}

/** @returns whether a mail may be sent; what may not is dropped. */
export function createMailAllowance(
  db: Database,
  asksToConfirm: boolean,
): (mail: Addressed) => Promise<boolean> {
  return async ({ id, to, kind }) => {
    if (!asksToConfirm || (await isConfirmedAddress(db.read, to))) return true
    const once = { attempts: 1, windowSeconds: A_DAY }
    if (await isBeyondLimit(countAttempt(db.read, `mail:${id}`, once))) return true
    const key = `mails:${kind}:${fingerprint(to.toLowerCase())}`
    return !(await isBeyondLimit(countAttempt(db.read, key, MAILS_OF_A_KIND)))
  }
}
