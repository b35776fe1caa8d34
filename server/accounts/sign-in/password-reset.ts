/**
 * Setting a new password through a mailed link. Requesting a link does the same work whether or not an account has the
 * email address: it writes one event. The token is created along with the email, so it never enters the outbox.
 */
import type { resetPassword } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Locale } from '#contract/locale.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { addressKey } from '../../platform/http/address-key.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import { countAttempt, isWithinLimit } from '../../platform/http/throttle.ts'
import { writeEvent } from '../../platform/outbox/topics.ts'
import { hashToken } from '../../platform/secret-token.ts'
import type { AccountParts } from '../account-parts.ts'
import { PASSWORD_CHANGED_TOPIC, PASSWORD_LINK_TOPIC } from '../accounts.events.ts'
import { lockOwner } from '../accounts.store.ts'
import { isConfirmedAddress } from '../confirmed.ts'
import { addressPrefix } from '../sessions/device.ts'
import { hasSignedInFrom } from '../sessions/sessions.store.ts'
import { fingerprint, forgiveGuesses } from './check-password.ts'
import * as store from './password-reset.store.ts'
import { hashPassword } from './passwords.ts'

const ASKS_PER_ADDRESS = { attempts: 30, windowSeconds: 60 * 60 }
const USES_PER_ADDRESS = { attempts: 30, windowSeconds: 60 * 60 }
const USES_PER_ACCOUNT = { attempts: 10, windowSeconds: 60 * 60 }

/**
 * Limits on emails to one mailbox. Anyone can request another person's link, so these limits must neither let a mailbox
 * be flooded nor lock the user out:
 * - each network (a /24, or a /48 for IPv6) has its own allowance for an email address, so that a flood from one
 *   network uses up only that network's allowance: per hour, or per day while the address is unconfirmed and may be a
 *   stranger's;
 * - a daily cap across all networks limits an attacker who has many of them;
 * - networks that have signed in to the account before are exempt from the cap: a user at home gets a link even on a
 *   day on which strangers used it up.
 *
 * Beyond the limits the response is the same but nothing is sent: an error would reveal to a stranger that somebody
 * else requested a link.
 */
const MAILS_PER_NETWORK = { attempts: 3, windowSeconds: 60 * 60 }
const UNCONFIRMED_PER_NETWORK = { ...MAILS_PER_NETWORK, windowSeconds: 24 * 60 * 60 }
const MAILS_PER_MAILBOX = { attempts: 20, windowSeconds: 24 * 60 * 60 }

/**
 * Maximum number of emails per account whose links work at the same time: one more than a network may request per hour,
 * so that a stranger's requests do not void a user's link.
 */
export const LIVE_MAILS_MAX = MAILS_PER_NETWORK.attempts + 1

interface PasswordResetParts extends AccountParts {
  /** Confirms the email, and revokes the account's sessions, mailed links and providers; see email-change.ts. */
  settle(tx: Tx, userId: number): Promise<boolean>
}

export type PasswordReset = ReturnType<typeof createPasswordReset>

export function createPasswordReset(parts: PasswordResetParts) {
  const { db, settle, asksToConfirm } = parts

  async function mayMail(email: string, address: string): Promise<boolean> {
    const mailbox = `reset:${fingerprint(email.toLowerCase())}`
    const network = addressPrefix(address)
    const isTrusted = !asksToConfirm || (await isConfirmedAddress(db.run, email))
    const perNetwork = isTrusted ? MAILS_PER_NETWORK : UNCONFIRMED_PER_NETWORK
    if (!(await isWithinLimit(db.run, `${mailbox}:${network}`, perNetwork))) return false
    if (await isWithinLimit(db.run, mailbox, MAILS_PER_MAILBOX)) return true
    return hasSignedInFrom(db.run, email, network)
  }

  return {
    /** Mails a link if an account has the email. @throws ShopError `too_many` if the IP address is over its limit. */
    async ask(email: string, locale: Locale, address: string): Promise<void> {
      await countAttempt(db.run, `reset:${addressKey(address)}`, ASKS_PER_ADDRESS)
      if (!(await mayMail(email, address))) return
      await writeEvent(db.run, PASSWORD_LINK_TOPIC, { email, locale })
    },

    /**
     * Sets the new password, and revokes the account's sessions, mailed links and linked providers.
     * @throws ShopError `invalid`, `too_many`, `unavailable`.
     */
    async reset(form: BodyOf<typeof resetPassword>, address: string): Promise<void> {
      if (form.password !== form.password_confirmation) {
        throw invalid({ password: ['error.passwordConfirmation'] })
      }
      const from = addressKey(address)
      await countAttempt(db.run, `reset-use:${from}`, USES_PER_ADDRESS)
      // Hashing is expensive, so invalid links are rejected first.
      const owner = await store.findToken(db.run, hashToken(form.token))
      if (!owner) throw linkTooOld()
      await countAttempt(db.run, `reset-use:account:${owner.userId}`, USES_PER_ACCOUNT)
      const passwordHash = await hashPassword(form.password, from)
      await inTransaction(db, async (tx) => {
        const { userId } = owner
        // Locks the account before its links, since two links may be used concurrently.
        if (!(await lockOwner(tx, userId))) throw linkTooOld()
        if (!(await store.useToken(tx, hashToken(form.token)))) throw linkTooOld()
        const unlinked = await settle(tx, userId)
        await store.setPassword(tx, userId, passwordHash)
        await forgiveGuesses(tx, owner.email)
        await writeEvent(tx, PASSWORD_CHANGED_TOPIC, { userId, unlinked })
      })
    },
  }
}

function linkTooOld() {
  return invalid({ token: ['error.linkTooOldAskAgain'] })
}
