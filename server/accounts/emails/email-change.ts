/**
 * Changing an account's email (decision 0018). A new address is pending until the link mailed to it is opened; until
 * then the account keeps its old one. The old address is notified and can undo the change while it is pending and for
 * the same number of days after it takes effect. Undoing a change locks out the person who made it.
 */
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { isDuplicate } from '../../platform/db/sql-errors.ts'
import type { Caller } from '../../platform/http/api.ts'
import { invalid, ShopError, unauthenticated } from '../../platform/http/shop-error.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { writeEvent } from '../../platform/outbox/topics.ts'
import { hashToken } from '../../platform/secret-token.ts'
import type { AccountParts } from '../account-parts.ts'
import {
  EMAIL_CHANGED_TOPIC,
  EMAIL_CONFIRM_TOPIC,
  OWN_EMAIL_TOPIC,
  PASSWORD_LINK_TOPIC,
} from '../accounts.events.ts'
import { lockOwner, type Owner } from '../accounts.store.ts'
import { confirmEmail } from '../confirmed.ts'
import { joinGuests } from '../join-guests.ts'
import { dropTokens, endOtherWays, setPassword } from '../sign-in/password-reset.store.ts'
import { currentPasswordMissing } from '../sign-in/step-up.ts'
import { countNotice } from './email-allowance.ts'
import * as store from './email-change.store.ts'
import { findConfirmation, findUnconfirmed } from './own-email.store.ts'

/** How many days a change can be confirmed and, once confirmed, undone. */
export const EMAIL_CHANGE_DAYS = 7
/** Limited because each change sends an email to an address that may be a stranger's. */
const CHANGES_PER_ACCOUNT = { attempts: 5, windowSeconds: 60 * 60 }
const RESENDS_PER_ACCOUNT = { attempts: 3, windowSeconds: 60 * 60 }

export type EmailChanges = ReturnType<typeof createEmailChanges>

export function createEmailChanges(parts: AccountParts) {
  const { db, sessions, asksToConfirm, announceRatings } = parts

  /** Marks the account's email as confirmed. @throws ShopError `invalid` if the account is disabled or closed. */
  async function proveOwner(tx: Tx, userId: number): Promise<void> {
    const rated = await confirmEmail(tx, userId)
    if (!rated) throw linkTooOld()
    tx.afterCommit(() => announceRatings(rated))
  }

  async function confirmNew(tx: Tx, change: store.EmailChange, oldConfirmed: boolean) {
    await proveOwner(tx, change.userId)
    if (await store.isTaken(tx, change.newEmail, change.userId)) throw takenMeanwhile()
    const terms = { oldConfirmed, undoDays: EMAIL_CHANGE_DAYS }
    if (!(await store.confirmChange(tx, change, terms))) throw linkTooOld()
    await joinGuests(tx, change.userId)
    // Voids the password links mailed to the old address.
    await dropTokens(tx, change.userId)
    await writeEvent(tx, EMAIL_CHANGED_TOPIC, { changeId: change.id })
  }

  return {
    /**
     * Starts a change to `newEmail`, within the transaction that locked the account. Submitting the pending address or
     * the account's own leaves a pending change as it is.
     * @param isSteppedUp whether the caller entered the password or signed in recently.
     * @returns `none` for the account's own address, `waiting` for the address already pending, `asked` for a new
     * address.
     * @throws ShopError `too_many`; `invalid` when the address is taken or the caller must step up first.
     */
    async request(
      tx: Tx,
      owner: Owner,
      { newEmail, isSteppedUp }: { newEmail: string; isSteppedUp: boolean },
    ): Promise<'none' | 'waiting' | 'asked'> {
      if (isSame(newEmail, owner.email)) return 'none'
      const waiting = await store.findWaiting(tx, owner.id)
      if (waiting && isSame(newEmail, waiting.newEmail)) return 'waiting'
      if (!isSteppedUp) throw currentPasswordMissing()
      if (await store.isTaken(tx, newEmail, owner.id)) throw emailTaken()
      await countAttempt(tx, `email-change:${owner.id}`, CHANGES_PER_ACCOUNT)
      if (asksToConfirm) await countNotice(tx, owner.id)
      await store.dropWaiting(tx, owner.id)
      const { id: changeId } = await store.insertChange(tx, {
        userId: owner.id,
        oldEmail: owner.email,
        newEmail,
        lifeDays: EMAIL_CHANGE_DAYS,
      })
      await writeEvent(tx, EMAIL_CONFIRM_TOPIC, { changeId })
      await writeEvent(tx, EMAIL_CHANGED_TOPIC, { changeId })
      return 'asked'
    },

    /** Cancels the pending change, if any. @throws ShopError `unauthenticated`. */
    async keep(caller: Caller): Promise<void> {
      await inTransaction(db, async (tx) => {
        await lockOwner(tx, caller.id)
        if (!(await sessions.isAlive(tx, caller))) throw unauthenticated()
        await store.dropWaiting(tx, caller.id)
      })
    },

    /**
     * Completes the change that a link was mailed for, or confirms the account's current email. Idempotent.
     * @throws ShopError `invalid`; `conflict` if another account has taken the address.
     */
    async confirm(token: string): Promise<void> {
      const hash = hashToken(token)
      await inTransaction(db, async (tx) => {
        const change = await store.findByToken(tx, hash, 'confirm')
        if (change?.isDone) return
        if (change) return confirmNew(tx, change, change.oldConfirmed || !asksToConfirm)
        const own = await findConfirmation(tx, hash)
        if (!own) throw linkTooOld()
        await proveOwner(tx, own.userId)
        // The address may have changed while this request waited for the account's lock.
        if (!(await findConfirmation(tx, hash))) throw linkTooOld()
      }).catch((error: unknown) => {
        // Another account took the address after the statement checked it.
        throw isDuplicate(error) ? takenMeanwhile() : error
      })
    },

    /**
     * Resends the link that confirms the pending change or, if no change is pending, the account's unconfirmed email.
     * Does nothing if no email awaits confirmation.
     * @throws ShopError `too_many`.
     */
    async resend(userId: number): Promise<void> {
      const waiting = await store.findWaiting(db.run, userId)
      const isOwn = !waiting && asksToConfirm && (await findUnconfirmed(db.run, userId)) !== null
      if (!waiting && !isOwn) return
      await countAttempt(db.run, `email-resend:${userId}`, RESENDS_PER_ACCOUNT)
      if (waiting) await writeEvent(db.run, EMAIL_CONFIRM_TOPIC, { changeId: waiting.id })
      else await writeEvent(db.run, OWN_EMAIL_TOPIC, { userId })
    },

    /**
     * Restores the account's earlier email, ends every session, unlinks providers linked since the change, and voids
     * the password, which may be the thief's. Mails a link for setting a new password.
     * @throws ShopError `invalid`; `conflict` if another account has taken the address.
     */
    async undo(token: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        const change = await store.findByToken(tx, hashToken(token), 'undo')
        if (!change) throw linkTooOld()
        // Opening the link confirms the old address.
        await proveOwner(tx, change.userId)
        if (!(await store.undoChange(tx, change))) throw linkTooOld()
        if (!(await store.restoreEmail(tx, change))) throw takenMeanwhile()
        const { userId, oldEmail: email } = change
        await store.dropLaterIdentities(tx, change)
        await dropTokens(tx, userId)
        await setPassword(tx, userId, null)
        await sessions.endAll(tx, userId)
        const locale = (await lockOwner(tx, userId))?.locale ?? 'en'
        await writeEvent(tx, PASSWORD_LINK_TOPIC, { email, locale })
      }).catch((error: unknown) => {
        throw isDuplicate(error) ? takenMeanwhile() : error
      })
    },

    /**
     * Confirms the account's email, and revokes its sessions, mailed links and linked providers. Called when a password
     * is set through a mailed link, which proves control of the mailbox.
     * @returns whether a provider was linked.
     * @throws ShopError `invalid` if the account is disabled or closed.
     */
    async settle(tx: Tx, userId: number): Promise<boolean> {
      await proveOwner(tx, userId)
      const hadIdentity = await endOtherWays(tx, userId)
      await sessions.endAll(tx, userId)
      return hadIdentity
    },
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

export function emailTaken() {
  return invalid({ email: ['error.emailTaken'] })
}

function takenMeanwhile() {
  return new ShopError('conflict', 'error.emailTakenMeanwhile')
}

function linkTooOld() {
  return invalid({ token: ['error.linkTooOld'] })
}
