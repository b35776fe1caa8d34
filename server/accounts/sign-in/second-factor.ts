/**
 * A second factor beside the password: codes of an authenticator app, or recovery codes. Every
 * sign-in ends here, so that none passes without it (decision 0055).
 */
import { randomBytes } from 'node:crypto'
import type { AccountType, SignedIn } from '#contract/accounts.ts'
import type { SecondFactorKey } from '#contract/second-factor.ts'
import { type Handle, inTransaction, type Tx } from '../../platform/db/database.ts'
import { readShopLook } from '../../platform/db/shop-look.ts'
import { addressKey } from '../../platform/http/address-key.ts'
import type { Caller } from '../../platform/http/api.ts'
import { invalid, notFound, ShopError, unauthenticated } from '../../platform/http/shop-error.ts'
import { countAttempt, forgetAttempts, isBeyondLimit } from '../../platform/http/throttle.ts'
import { writeEvent } from '../../platform/outbox/topics.ts'
import { hashToken, newToken } from '../../platform/secret-token.ts'
import { latinDigits } from '../../platform/words/latin-digits.ts'
import type { AccountParts } from '../account-parts.ts'
import { SECOND_FACTOR_TOPIC } from '../accounts.events.ts'
import { findCredentials, lockOwner, type Owner } from '../accounts.store.ts'
import { addressPrefix, type Device } from '../sessions/device.ts'
import { hasSignedInFrom } from '../sessions/sessions.store.ts'
import * as store from './second-factor.store.ts'
import { base32, stepOf } from './totp.ts'

/** Time to open the app and to type. */
const CHALLENGE_SECONDS = 600
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** As long as a key: stored as a plain hash. */
const RECOVERY_BYTES = 10

/** Counts wrong codes; three of a million are right. */
const GUESSES_PER_ADDRESS = { attempts: 10, windowSeconds: 15 * 60 }
/** Over all addresses. Networks that have signed in to the account before are exempt. */
const GUESSES_ANYWHERE = { attempts: 30, windowSeconds: 60 * 60 }

export type SecondFactor = ReturnType<typeof createSecondFactor>

/** An account that has shown its password, or that a provider knows. */
interface Known {
  id: number
  accountType: AccountType
  /** The hash of the password at this moment: one that is set meanwhile ends the sign-in. */
  passwordHash: string | null
}

interface Attempt {
  code: string
  address: string
}

export function createSecondFactor({ db, sessions, notify }: AccountParts) {
  /** Counts the guess first, so that parallel ones count as well. @throws ShopError `too_many`. */
  async function countGuess({ id, email }: { id: number; email: string }, address: string) {
    await countAttempt(db.run, perAddress(id, address), GUESSES_PER_ADDRESS)
    const counted = countAttempt(db.run, anywhere(id), GUESSES_ANYWHERE)
    if (!(await isBeyondLimit(counted))) return
    if (await hasSignedInFrom(db.run, email, addressPrefix(address))) return
    await counted
  }

  async function forgetGuesses(userId: number, address: string): Promise<void> {
    await forgetAttempts(db.run, perAddress(userId, address))
    await forgetAttempts(db.run, anywhere(userId))
  }

  /** The account, locked, of a caller who is still signed in. */
  async function lockCaller(tx: Tx, caller: Caller): Promise<Owner> {
    const owner = await lockOwner(tx, caller.id)
    if (!owner) throw notFound()
    if (!(await sessions.isAlive(tx, caller))) throw unauthenticated()
    return owner
  }

  /** Changes an account whose second factor is on, or off, after a code. */
  async function change<T>(
    caller: Caller,
    { isOn, code, address }: Attempt & { isOn: boolean },
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const owner = await findCredentials(db.run, caller.id)
    if (!owner) throw notFound()
    await expectOn(db.run, caller.id, isOn)
    await countGuess(owner, address)
    const done = await inTransaction(db, async (tx) => {
      await lockCaller(tx, caller)
      await expectOn(tx, caller.id, isOn)
      await spendCode(tx, caller.id, code)
      return work(tx)
    })
    await forgetGuesses(caller.id, address)
    return done
  }

  async function tell(tx: Tx, userId: number, isOn: boolean): Promise<void> {
    await writeEvent(tx, SECOND_FACTOR_TOPIC, { userId, isOn })
    tx.afterCommit(notify)
  }

  return {
    state: (caller: Caller) => store.findState(db.run, caller.id),

    /** A new key for the app; it counts for nothing until `turnOn`. @throws ShopError `conflict`. */
    begin: (caller: Caller): Promise<SecondFactorKey> =>
      inTransaction(db, async (tx) => {
        const { email } = await lockCaller(tx, caller)
        await expectOn(tx, caller.id, false)
        const bytes = randomBytes(SECRET_BYTES)
        await store.setSecret(tx, caller.id, bytes)
        const secret = base32(bytes)
        return { secret, url: keyUrl(secret, email, (await readShopLook(tx)).name) }
      }),

    /**
     * Ends the caller's other sessions, mails a notice. @returns the recovery codes.
     * @throws ShopError `conflict`, `invalid`, `too_many`.
     */
    turnOn: (caller: Caller, attempt: Attempt): Promise<string[]> =>
      change(caller, { ...attempt, isOn: false }, async (tx) => {
        await store.setOn(tx, caller.id)
        await sessions.endOthers(tx, caller)
        await tell(tx, caller.id, true)
        return newRecoveryCodes(tx, caller.id)
      }),

    /** Replaces the recovery codes. @throws ShopError `conflict`, `invalid`, `too_many`. */
    renewCodes: (caller: Caller, attempt: Attempt): Promise<string[]> =>
      change(caller, { ...attempt, isOn: true }, (tx) => newRecoveryCodes(tx, caller.id)),

    /** Mails a notice. @throws ShopError `conflict`, `invalid`, `too_many`. */
    turnOff: (caller: Caller, attempt: Attempt): Promise<void> =>
      change(caller, { ...attempt, isOn: true }, async (tx) => {
        await store.setOff(tx, caller.id)
        await tell(tx, caller.id, false)
      }),

    /**
     * A session for an account without a second factor.
     * @throws ShopError `second_factor_required` with a `challenge` for one that has it;
     *   `bad_credentials` when the password is no longer the account's.
     */
    async signIn(user: Known, device: Device): Promise<SignedIn> {
      const challenge = newToken()
      const { id: userId, passwordHash } = user
      const hash = hashToken(challenge)
      const lifeSeconds = CHALLENGE_SECONDS
      if (await store.insertChallenge(db.run, { hash, userId, passwordHash, lifeSeconds })) {
        throw new ShopError('second_factor_required', 'error.secondFactorRequired', { challenge })
      }
      return sessions.signIn(user, device)
    },

    /** Ends a sign-in that waits for its code. @throws ShopError `invalid`, `too_many`. */
    async finish({ challenge, code }: { challenge: string; code: string }, device: Device) {
      const hash = hashToken(challenge)
      const user = await store.findChallenge(db.run, hash)
      if (!user) throw challengeTooOld()
      await countGuess(user, device.address)
      await spendCode(db.run, user.id, code)
      await forgetGuesses(user.id, device.address)
      if (!(await store.dropChallenge(db.run, hash))) throw challengeTooOld()
      return sessions.signIn({ ...user, gaveSecondFactor: true }, device)
    },
  }
}

const perAddress = (userId: number, address: string) =>
  `second-factor:${userId}:${addressKey(address)}`
const anywhere = (userId: number) => `second-factor:${userId}`

/** Uses the code up. @throws ShopError `invalid` on `code`. */
async function spendCode(db: Handle, userId: number, code: string): Promise<void> {
  if (!(await isRight(db, userId, code))) throw invalid({ code: ['error.codeWrong'] })
}

/** Six digits are the app's; all else can only be a recovery code. */
async function isRight(db: Handle, userId: number, typed: string): Promise<boolean> {
  const code = latinDigits(typed).replace(/[\s-]/g, '').toUpperCase()
  if (!/^\d{6}$/.test(code)) return store.takeRecoveryCode(db, userId, hashToken(code))
  const secret = await store.findSecret(db, userId)
  const step = secret && stepOf(secret, code, Date.now())
  return step !== null && store.takeStep(db, userId, step)
}

async function expectOn(db: Handle, userId: number, isOn: boolean): Promise<void> {
  if ((await store.findState(db, userId)).is_on === isOn) return
  throw new ShopError('conflict', isOn ? 'error.secondFactorOff' : 'error.secondFactorOn')
}

async function newRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)))
  await store.setRecoveryCodes(tx, userId, codes.map(hashToken))
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
}

/** The address that apps read from a QR code. */
function keyUrl(secret: string, email: string, shop: string): string {
  const [account, issuer] = [email, shop].map(encodeURIComponent)
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`
}

function challengeTooOld(): ShopError {
  return invalid({ challenge: ['error.signInTooOld'] })
}
