/** Finds or opens the account of a person who signed in at the provider, identified only by issuer and subject. */
import type { GoogleError } from '#contract/google.ts'
import { EMAIL_MAX, USERNAME_MAX } from '#contract/limits.ts'
import type { Locale } from '#contract/locale.ts'
import { type Database, inTransaction } from '../../platform/db/database.ts'
import { isWithinLimit } from '../../platform/http/throttle.ts'
import { readLine } from '../../platform/words/read-text.ts'
import type { AccountParts } from '../account-parts.ts'
import * as accounts from '../accounts.store.ts'
import { confirmEmail } from '../confirmed.ts'
import { joinGuests } from '../join-guests.ts'
import * as store from './google.store.ts'
import type { Claims } from './google-client.ts'
import { signUpLimit } from './sign-up-limit.ts'

type Found = { userId: number; isLinked: boolean } | { error: GoogleError }

/**
 * @returns the account linked to the claims, a new account, or the account with the same email, which has yet to be
 * linked; an `error` if the sign-in must fail.
 */
export async function findOrOpen(
  { db, signUpsPerAddress }: AccountParts,
  claims: Claims,
  { locale, address }: { locale: Locale; address: string },
): Promise<Found> {
  const known = await findLinked(db, claims)
  if (known) return known
  // Checked before any look-up by email: only the holder of an email address may learn whether it has an account.
  const { email } = claims
  if (!email || !claims.emailVerified || email.length > EMAIL_MAX) return { error: 'unverified' }
  if (!(await accounts.findByEmail(db.run, email))) {
    if (!(await isWithinLimit(db.run, ...signUpLimit(address, signUpsPerAddress)))) {
      return { error: 'unavailable' }
    }
    if (await openAccount(db, { ...claims, email }, locale)) {
      return (await findLinked(db, claims)) ?? { error: 'failed' }
    }
  }
  // The same person may have returned in another tab at the same time, and be linked by now.
  const linked = await findLinked(db, claims)
  if (linked) return linked
  const owner = await accounts.findByEmail(db.run, email)
  // Either the account is disabled, or the email is reserved for an account that recently had it.
  if (!owner || owner.disabled) return { error: 'closed' }
  return { userId: owner.id, isLinked: false }
}

async function findLinked(db: Database, claims: Claims): Promise<Found | null> {
  const known = await store.findIdentity(db.run, claims)
  if (!known) return null
  return known.disabled ? { error: 'closed' } : { userId: known.userId, isLinked: true }
}

/** If the email that the provider vouches for is the account's, marks it as confirmed. */
export async function confirmVouchedFor(
  { db, announceRatings }: AccountParts,
  { email, emailVerified }: Claims,
  userId: number,
): Promise<void> {
  if (!email || !emailVerified) return
  if (!(await store.isUnconfirmed(db.run, userId, email))) return
  await inTransaction(db, async (tx) => {
    // If the account's email changed before the account was locked, the new email is already confirmed.
    const rated = await confirmEmail(tx, userId)
    if (rated) tx.afterCommit(() => announceRatings(rated))
  })
}

/** Rolls back the transaction: the same person returned twice at the same time. */
class SameMoment extends Error {}

/** @returns false when the email is unavailable or the identity already has an account. */
async function openAccount(
  db: Database,
  claims: Claims & { email: string },
  locale: Locale,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const user = await accounts.insertUser(tx, {
      username: usernameOf(claims),
      email: claims.email,
      passwordHash: null,
      locale,
      confirmed: true,
    })
    if (!user) return false
    if (!(await store.insertIdentity(tx, { ...claims, userId: user.id }))) throw new SameMoment()
    await joinGuests(tx, user.id)
    return true
  }).catch((error: unknown) => {
    if (error instanceof SameMoment) return false
    throw error
  })
}

/** A username made from the provider's name for the person or, without a name, the part of the email before the @. */
function usernameOf({ name, email }: { name: string | null; email: string }): string {
  // PostgreSQL cannot store NUL.
  const clean = readLine((name ?? '').replaceAll('\0', '').toWellFormed())
  return (clean || email.split('@', 1)[0] || email).slice(0, USERNAME_MAX).toWellFormed()
}
