/** Checks passwords for all requests, and limits guessing. */
import { createHash } from 'node:crypto'
import type { Database, Handle } from '../../platform/db/database.ts'
import { addressKey } from '../../platform/http/address-key.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import {
  countAttempt,
  forgetAttempts,
  isWithinLimit,
  refusalOf,
  releaseAttempt,
} from '../../platform/http/throttle.ts'
import { writeEvent } from '../../platform/outbox/topics.ts'
import { MANY_FAILURES_TOPIC } from '../accounts.events.ts'
import type { Credentials } from '../accounts.store.ts'
import { addressPrefix } from '../sessions/device.ts'
import { hasSignedInFrom } from '../sessions/sessions.store.ts'
import { verifyPassword } from './passwords.ts'

/** Limits on wrong passwords; an attempt with the correct password does not count. */
const GUESSES_PER_ACCOUNT = { attempts: 10, windowSeconds: 15 * 60 }
const GUESSES_PER_ADDRESS = { attempts: 100, windowSeconds: 15 * 60 }
/** Per account, across all IP addresses. Networks that have signed in to the account before are exempt. */
const GUESSES_ANYWHERE = { attempts: 100, windowSeconds: 60 * 60 }
const NOTICES_PER_ACCOUNT = { attempts: 1, windowSeconds: 24 * 60 * 60 }

/** Limits on all attempts: even the correct password must not make the server hash without end. */
const SIGN_INS_PER_ACCOUNT = { attempts: 300, windowSeconds: 15 * 60 }
const SIGN_INS_PER_ADDRESS = { attempts: 1000, windowSeconds: 15 * 60 }

export interface Guess {
  /** Looks up the account; called after the guess is counted. */
  find(): Promise<Credentials | null>
  /** The email as entered: guesses count against it whether or not an account has it. */
  email: string
  password: string
  address: string
}

/**
 * @returns the account if the password is correct and the account is not disabled; takes equally long in every case.
 * @throws ShopError `bad_credentials`, `too_many`, `unavailable`.
 */
export async function checkPassword(db: Database, guess: Guess): Promise<Credentials> {
  const keys = keysOf(guess)
  await countGuess(db.run, guess, keys)
  const user = await guess.find()
  const isRight = await verifyPassword(
    user?.passwordHash ?? null,
    guess.password,
    keys.address,
  ).catch(async (error: unknown) => {
    // No password was checked: a busy server must not use up anyone's attempts.
    for (const key of keys.guesses) await releaseAttempt(db.run, key)
    throw error
  })
  if (!user || !isRight || user.disabled)
    throw new ShopError('bad_credentials', 'error.badCredentials')
  const [perAccount, ...others] = keys.guesses
  await forgetAttempts(db.run, perAccount)
  for (const key of others) await releaseAttempt(db.run, key)
  return user
}

/** Lets a user who has proved control of the mailbox sign in from anywhere, despite earlier wrong guesses. */
export async function forgiveGuesses(db: Handle, email: string): Promise<void> {
  await forgetAttempts(db, anywhereKey(email))
}

/** Hashes a string to a fixed length: an index rejects long keys, and must not contain email addresses. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

type Keys = ReturnType<typeof keysOf>

function keysOf({ email, address: from }: Guess) {
  const account = fingerprint(email.toLowerCase())
  const address = addressKey(from)
  return {
    account,
    address,
    signIns: [`sign-ins:${account}:${address}`, `sign-ins:${address}`],
    guesses: [`login:${account}:${address}`, `login:${address}`, anywhereKey(email)],
  } as const
}

function anywhereKey(email: string): string {
  return `guesses:${fingerprint(email.toLowerCase())}`
}

/**
 * Counts the attempt before the password is checked, so that concurrent guesses count as well. The narrow limits come
 * first, so that guesses they reject do not use up the wide ones.
 * @throws ShopError `too_many`.
 */
async function countGuess(db: Handle, guess: Guess, keys: Keys): Promise<void> {
  await countAttempt(db, keys.signIns[0], SIGN_INS_PER_ACCOUNT)
  await countAttempt(db, keys.signIns[1], SIGN_INS_PER_ADDRESS)
  await countAttempt(db, keys.guesses[0], GUESSES_PER_ACCOUNT)
  await countAttempt(db, keys.guesses[1], GUESSES_PER_ADDRESS)
  const refusal = await refusalOf(db, keys.guesses[2], GUESSES_ANYWHERE)
  if (!refusal) return
  if (await hasSignedInFrom(db, guess.email, addressPrefix(guess.address))) return
  await noticeOwner(db, guess.email, keys.account)
  throw refusal
}

/**
 * Does the same work whether or not an account has the email, so that the response time does not reveal it; the account
 * is looked up when the notice is sent.
 */
async function noticeOwner(db: Handle, email: string, account: string): Promise<void> {
  if (!(await isWithinLimit(db, `guess-notice:${account}`, NOTICES_PER_ACCOUNT))) return
  await writeEvent(db, MANY_FAILURES_TOPIC, { email })
}
