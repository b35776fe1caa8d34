/**
 * Changing the e-mail (decision 0009): the new one holds at once, is confirmed by a mail to it, and
 * is taken back when nobody does. The old one hears of it and can undo it, which also shuts out
 * whoever made the change.
 */
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import { invalid } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { hashToken } from '../platform/secret-token.ts'
import {
  EMAIL_CHANGED_TOPIC,
  EMAIL_CONFIRM_TOPIC,
  EMAIL_RESTORED_TOPIC,
  PASSWORD_LINK_TOPIC,
  writeEvent,
} from './account-events.ts'
import type { Owner } from './accounts.store.ts'
import * as store from './email-change.store.ts'
import { dropTokens, setPassword } from './password-reset.store.ts'
import type { Sessions } from './sessions.ts'

/** Time to confirm, and to undo. */
export const EMAIL_CHANGE_DAYS = 7
/** Each sends a mail to an address that may be anybody's. */
const CHANGES_PER_ACCOUNT = { attempts: 5, windowSeconds: 60 * 60 }

export interface EmailChangeParts {
  db: Database
  sessions: Sessions
  /** Call after a commit that wrote an event. */
  nudge(): void
}

export type EmailChanges = ReturnType<typeof createEmailChanges>

export function createEmailChanges({ db, sessions, nudge }: EmailChangeParts) {
  return {
    /** Part of the transaction that changes it. @throws ShopError `too_many`. */
    async note(tx: Tx, owner: Owner, newEmail: string): Promise<void> {
      await countAttempt(tx, `email-change:${owner.id}`, CHANGES_PER_ACCOUNT)
      const { id: changeId } = await store.insertChange(tx, {
        userId: owner.id,
        oldEmail: owner.email,
        newEmail,
        lifeDays: EMAIL_CHANGE_DAYS,
      })
      // Links to set a password were mailed to the address of before.
      await dropTokens(tx, owner.id)
      await writeEvent(tx, EMAIL_CONFIRM_TOPIC, { changeId })
      await writeEvent(tx, EMAIL_CHANGED_TOPIC, { changeId })
      tx.afterCommit(nudge)
    },

    /** @throws ShopError `invalid`. */
    async confirm(token: string): Promise<void> {
      if (!(await store.confirmChange(db.read, hashToken(token)))) throw linkTooOld()
    },

    /**
     * Gives the account its earlier e-mail, ends every session, and voids the password, which may
     * be the thief's; a link to set another is mailed at once. @throws ShopError `invalid`.
     */
    async undo(token: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        const change = await store.undoChange(tx, hashToken(token))
        if (!change || !(await store.restoreEmail(tx, change, { onlyIfUnchanged: false }))) {
          throw linkTooOld()
        }
        const { userId, oldEmail: email } = change
        await store.dropLaterIdentities(tx, change)
        await dropTokens(tx, userId)
        await setPassword(tx, userId, null)
        await sessions.endAll(tx, userId)
        const locale = await store.localeOf(tx, userId)
        await writeEvent(tx, PASSWORD_LINK_TOPIC, { email, locale })
        tx.afterCommit(nudge)
      })
    },

    /** Takes back what nobody confirmed in time: a mistyped address locks nobody out. */
    async takeBackUnconfirmed(): Promise<void> {
      for (const change of await store.findUnconfirmed(db.read)) {
        await inTransaction(db, async (tx) => {
          if (!(await store.markUndone(tx, change.id))) return
          if (!(await store.restoreEmail(tx, change, { onlyIfUnchanged: true }))) return
          await dropTokens(tx, change.userId)
          await writeEvent(tx, EMAIL_RESTORED_TOPIC, { userId: change.userId })
          tx.afterCommit(nudge)
        })
      }
    },
  }
}

function linkTooOld() {
  return invalid({ token: ['This link was used, replaced or is too old.'] })
}
