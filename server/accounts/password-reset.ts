/**
 * Setting a new password by a mailed link. Asking does the same work whether or not there is such
 * an account: one event row. The token is made when the mail is, so it never lies in the outbox.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { resetPassword } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Locale } from '#contract/locale.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import { invalid } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { OutboxEvent } from '../platform/outbox/outbox.ts'
import { passwordChangedMail, passwordLinkMail } from './accounts.mails.ts'
import * as store from './password-reset.store.ts'
import { hashPassword } from './passwords.ts'
import type { Sessions } from './sessions.ts'

export const PASSWORD_LINK_TOPIC = 'password-link-asked'
export const PASSWORD_CHANGED_TOPIC = 'password-changed'

const LINK_LIFE_MINUTES = 30
const MAILS_PER_ACCOUNT = { attempts: 3, windowSeconds: 60 * 60 }
const ASKS_PER_ADDRESS = { attempts: 30, windowSeconds: 60 * 60 }

export interface PasswordResetParts {
  db: Database
  sessions: Sessions
  mailer: Mailer
  /** Origin of the links: never taken from a request. */
  publicUrl: string
  /** Call after a commit that wrote an event. */
  nudge(): void
}

export type PasswordReset = ReturnType<typeof createPasswordReset>

export function createPasswordReset({
  db,
  sessions,
  mailer,
  publicUrl,
  nudge,
}: PasswordResetParts) {
  return {
    /** @throws ShopError `too_many` from one address or for one e-mail. */
    async ask(email: string, locale: Locale, address: string): Promise<void> {
      await countAttempt(db.read, `reset:${address}`, ASKS_PER_ADDRESS)
      await countAttempt(db.read, `reset:${email.toLowerCase()}`, MAILS_PER_ACCOUNT)
      await store.writeEvent(db.read, PASSWORD_LINK_TOPIC, { email, locale })
      nudge()
    },

    /** Ends every session of the account. @throws ShopError `invalid`. */
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
        await store.setPassword(tx, userId, passwordHash)
        await sessions.endAll(tx, userId)
        await store.writeEvent(tx, PASSWORD_CHANGED_TOPIC, { userId })
        tx.afterCommit(nudge)
      })
    },

    /** Sends the link of one request; nothing when there is no such account. */
    async mailLink({ id, payload }: OutboxEvent): Promise<void> {
      const { email, locale } = payload as { email: string; locale: Locale }
      const user = await store.findRecipient(db.read, email)
      if (!user) return
      const token = randomBytes(32).toString('base64url')
      await store.replaceToken(db.read, user.id, hashToken(token), LINK_LIFE_MINUTES)
      // In the fragment, which no server log and no referrer ever holds.
      const link = `${publicUrl}/password/reset#${token}`
      await mailer.send({
        ...passwordLinkMail(locale, { username: user.username, link, minutes: LINK_LIFE_MINUTES }),
        to: user.email,
        id: `password-link-${id}`,
      })
    },

    /** Tells the owner of an account that its password is another now. */
    async mailNotice({ id, payload }: OutboxEvent): Promise<void> {
      const user = await store.findUserForMail(db.read, (payload as { userId: number }).userId)
      if (!user) return
      await mailer.send({
        ...passwordChangedMail(user.locale, { username: user.username, publicUrl }),
        to: user.email,
        id: `password-changed-${id}`,
      })
    },
  }
}

function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
