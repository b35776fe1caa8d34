/**
 * Changing the e-mail (decision 0018): a new one waits until the link mailed to it was opened, and
 * until then the account has the one of before. That one hears of it, and can take the change back:
 * at once, and for as long again once it took place. Taking it back shuts out whoever made it.
 */
import { type Database, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { invalid, ShopError, unauthenticated } from '../../platform/http/shop-error.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { writeEvent } from '../../platform/outbox/topics.ts'
import { hashToken } from '../../platform/secret-token.ts'
import {
  EMAIL_CHANGED_TOPIC,
  EMAIL_CONFIRM_TOPIC,
  OWN_EMAIL_TOPIC,
  PASSWORD_LINK_TOPIC,
} from '../accounts.events.ts'
import { lockOwner, type Owner } from '../accounts.store.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { dropTokens, endOtherWays, setPassword } from '../sign-in/password-reset.store.ts'
import { currentPasswordMissing } from '../sign-in/step-up.ts'
import { confirmEmail } from './confirmed.ts'
import { countNotice } from './email-allowance.ts'
import * as store from './email-change.store.ts'
import { findConfirmation, findUnconfirmed } from './own-email.store.ts'

/** Time to confirm, and then to undo. */
export const EMAIL_CHANGE_DAYS = 7
/** Each sends a mail to an address that may be anybody's. */
const CHANGES_PER_ACCOUNT = { attempts: 5, windowSeconds: 60 * 60 }
const RESENDS_PER_ACCOUNT = { attempts: 3, windowSeconds: 60 * 60 }

export interface EmailChangeParts {
  db: Database
  sessions: Sessions
  /** Whether the shop asks its customers to confirm their e-mails. */
  asksToConfirm: boolean
  /** Call after a commit that wrote an event. */
  notify(): void
  /** Hears of products whose rating changed, after the commit. */
  announceRatings(productIds: readonly number[]): Promise<void>
}

export type EmailChanges = ReturnType<typeof createEmailChanges>

export function createEmailChanges(parts: EmailChangeParts) {
  const { db, sessions, asksToConfirm, notify, announceRatings } = parts

  /** Shows that the account's mailbox is its owner's. @throws ShopError `invalid` without one. */
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
    // Links to set a password were mailed to the address of before.
    await dropTokens(tx, change.userId)
    await writeEvent(tx, EMAIL_CHANGED_TOPIC, { changeId: change.id })
    tx.afterCommit(notify)
  }

  return {
    /**
     * Makes the account wait for this address, part of the transaction that locked it. What waits
     * already goes on waiting when its address or the account's own is sent again.
     * @param isProven whether the caller has shown to be the owner.
     * @returns what becomes of the address. @throws ShopError `invalid` when it is taken or nothing
     *   is recordEvidence, `too_many`.
     */
    async request(
      tx: Tx,
      owner: Owner,
      { newEmail, isProven }: { newEmail: string; isProven: boolean },
    ): Promise<'none' | 'waiting' | 'asked'> {
      if (isSame(newEmail, owner.email)) return 'none'
      const waiting = await store.findWaiting(tx, owner.id)
      if (waiting && isSame(newEmail, waiting.newEmail)) return 'waiting'
      if (!isProven) throw currentPasswordMissing()
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
      tx.afterCommit(notify)
      return 'asked'
    },

    /** Gives the change up that waits, if one does. @throws ShopError `unauthenticated`. */
    async keep(caller: Caller): Promise<void> {
      await inTransaction(db, async (tx) => {
        await lockOwner(tx, caller.id)
        if (!(await sessions.isAlive(tx, caller))) throw unauthenticated()
        await store.dropWaiting(tx, caller.id)
      })
    },

    /**
     * Lets the change of a mailed link take place, or confirms the e-mail the account has. Doing so
     * again changes nothing. @throws ShopError `invalid`, `conflict` when the address was taken meanwhile.
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
        // The address may have changed while the account was waited for.
        if (!(await findConfirmation(tx, hash))) throw linkTooOld()
      }).catch((error: unknown) => {
        // Somebody else took the address after the statement had looked.
        throw isDuplicate(error) ? takenMeanwhile() : error
      })
    },

    /** Mails the link once more that the account waits for, if there is one. @throws ShopError `too_many`. */
    async resend(userId: number): Promise<void> {
      const waiting = await store.findWaiting(db.run, userId)
      const isOwn = !waiting && asksToConfirm && (await findUnconfirmed(db.run, userId)) !== null
      if (!waiting && !isOwn) return
      await countAttempt(db.run, `email-resend:${userId}`, RESENDS_PER_ACCOUNT)
      if (waiting) await writeEvent(db.run, EMAIL_CONFIRM_TOPIC, { changeId: waiting.id })
      else await writeEvent(db.run, OWN_EMAIL_TOPIC, { userId })
      notify()
    },

    /**
     * Gives the account its earlier e-mail, ends every session, and voids the password, which may
     * be the thief's; a link to set another is mailed at once. @throws ShopError `invalid`, `conflict` when the
     * address was taken meanwhile.
     */
    async undo(token: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        const change = await store.findByToken(tx, hashToken(token), 'undo')
        if (!change) throw linkTooOld()
        // Opening the link shows whose the old address is.
        await proveOwner(tx, change.userId)
        if (!(await store.undoChange(tx, change))) throw linkTooOld()
        if (!(await store.restoreEmail(tx, change))) throw takenMeanwhile()
        const { userId, oldEmail: email } = change
        await store.dropLaterIdentities(tx, change)
        await dropTokens(tx, userId)
        await setPassword(tx, userId, null)
        await sessions.endAll(tx, userId)
        const locale = await store.localeOf(tx, userId)
        await writeEvent(tx, PASSWORD_LINK_TOPIC, { email, locale })
        tx.afterCommit(notify)
      }).catch((error: unknown) => {
        throw isDuplicate(error) ? takenMeanwhile() : error
      })
    },

    /**
     * Part of setting a password by a mailed link, which proves the mailbox: ends every other way
     * into the account.
     * @returns whether a sign-in with a provider was among them.
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
  return invalid({ email: ['refusal.emailTaken'] })
}

function takenMeanwhile() {
  return new ShopError('conflict', 'refusal.emailTakenMeanwhile')
}

function linkTooOld() {
  return invalid({ token: ['refusal.linkTooOld'] })
}

/** PostgreSQL's code for a value that a unique index has already. */
function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}
