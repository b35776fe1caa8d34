/**
 * Setting a new password by a mailed link. Asking does the same work whether or not there is such
 * an account: one event row. The token is made when the mail is, so it never lies in the outbox.
 */
import type { resetPassword } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Locale } from '#contract/locale.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import { addressKey } from '../platform/http/address-key.ts'
import { invalid } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { hashToken } from '../platform/secret-token.ts'
import { PASSWORD_CHANGED_TOPIC, PASSWORD_LINK_TOPIC, writeEvent } from './account-events.ts'
import { fingerprint } from './check-password.ts'
import type { EmailChanges } from './email-change.ts'
import * as store from './password-reset.store.ts'
import { hashPassword } from './passwords.ts'

const MAILS_PER_ACCOUNT = { attempts: 3, windowSeconds: 60 * 60 }
const ASKS_PER_ADDRESS = { attempts: 30, windowSeconds: 60 * 60 }

export interface PasswordResetParts {
  db: Database
  emailChanges: Pick<EmailChanges, 'settle'>
  /** Call after a commit that wrote an event. */
  nudge(): void
}

export type PasswordReset = ReturnType<typeof createPasswordReset>

export function createPasswordReset({ db, emailChanges, nudge }: PasswordResetParts) {
  return {
    /** @throws ShopError `too_many` from one address or for one e-mail. */
    async ask(email: string, locale: Locale, address: string): Promise<void> {
      await countAttempt(db.read, `reset:${addressKey(address)}`, ASKS_PER_ADDRESS)
      await countAttempt(db.read, `reset:${fingerprint(email.toLowerCase())}`, MAILS_PER_ACCOUNT)
      await writeEvent(db.read, PASSWORD_LINK_TOPIC, { email, locale })
      nudge()
    },

    /** Ends every other way into the account. @throws ShopError `invalid`. */
    async reset(form: BodyOf<typeof resetPassword>): Promise<void> {
      if (form.password !== form.password_confirmation) {
        throw invalid({ password: ['The password confirmation does not match.'] })
      }
      const passwordHash = await hashPassword(form.password)
      await inTransaction(db, async (tx) => {
        const userId = await store.useToken(tx, hashToken(form.token))
        if (userId === null) {
          throw invalid({
            token: ['This link was used, replaced or is too old. Ask for a new one.'],
          })
        }
        const unlinked = await emailChanges.settle(tx, userId)
        await store.setPassword(tx, userId, passwordHash)
        await writeEvent(tx, PASSWORD_CHANGED_TOPIC, { userId, unlinked })
        tx.afterCommit(nudge)
      })
    },
  }
}
