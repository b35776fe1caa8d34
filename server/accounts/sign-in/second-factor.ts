/**
 * A second factor besides the password: codes from an authenticator app, passkeys, or recovery codes. Every sign-in to
 * an account passes through `signIn`, so that none skips the second factor (decisions 0055 and 0056).
 */
import { randomBytes } from 'node:crypto'
import type { SignedIn } from '#contract/accounts.ts'
import { PASSKEYS_MAX } from '#contract/limits.ts'
import type { CreationOptions, NewPasskey, RequestOptions } from '#contract/passkeys.ts'
import type { SecondFactorKey, SecondFactor as SecondFactorState } from '#contract/second-factor.ts'
import { type Handle, inTransaction, type Tx } from '../../platform/db/database.ts'
import { readShopLook } from '../../platform/db/shop-look.ts'
import type { Caller } from '../../platform/http/api.ts'
import {
  invalid,
  notFound,
  orNotFound,
  ShopError,
  unauthenticated,
} from '../../platform/http/shop-error.ts'
import { writeEvent } from '../../platform/outbox/topics.ts'
import { hashToken, newToken } from '../../platform/secret-token.ts'
import type { AccountParts } from '../account-parts.ts'
import { SECOND_FACTOR_TOPIC } from '../accounts.events.ts'
import { type Credentials, findCredentials, lockOwner, type Owner } from '../accounts.store.ts'
import type { Device } from '../sessions/device.ts'
import { deletePasskey, findPasskeys, insertPasskey } from './passkeys.store.ts'
import { createPasskeys, listPasskeys } from './passkeys.ts'
import * as store from './second-factor.store.ts'
import { createProofs, type Proof, spendCode } from './second-factor-proof.ts'
import { base32 } from './totp.ts'

/** Leaves time to open the app and type the code. */
const CHALLENGE_SECONDS = 600
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** Random bytes per recovery code: enough that storing it as a plain hash is safe. */
const RECOVERY_BYTES = 10

export type SecondFactor = ReturnType<typeof createSecondFactor>

type Known = Pick<Credentials, 'id' | 'accountType' | 'passwordHash'>

interface Attempt extends Proof {
  address: string
}

/** What to do in the transaction that has locked the caller's account. */
type Work<T> = (tx: Tx, owner: Owner) => Promise<T>

type Change = 'passkeyAdded' | 'passkeyRemoved' | 'appAdded'

export function createSecondFactor({ publicUrl, ...parts }: AccountParts & { publicUrl: string }) {
  const { db, sessions } = parts
  const passkeys = createPasskeys({ publicUrl, warn: parts.warn })
  const { countGuess, forgetGuesses, spendPasskey } = createProofs(db, passkeys)

  async function lockCaller(tx: Tx, caller: Caller): Promise<Owner> {
    const owner = orNotFound(await lockOwner(tx, caller.id))
    if (!(await sessions.isAlive(tx, caller))) throw unauthenticated()
    return owner
  }

  async function guess<T>(
    caller: Caller,
    { address, passkey }: Attempt,
    work: Work<T>,
  ): Promise<T> {
    const owner = orNotFound(await findCredentials(db.run, caller.id))
    await countGuess(owner, address)
    if (passkey) await spendPasskey(holderOf(caller, 'use'), caller.id, passkey)
    const done = await inTransaction(db, async (tx) => {
      return work(tx, await lockCaller(tx, caller))
    })
    await forgetGuesses(caller.id, address)
    return done
  }

  /** Does the work if the second factor is on and the attempt's passkey or, without one, its code is right. */
  async function prove<T>(caller: Caller, attempt: Attempt, work: Work<T>) {
    await expectOn(db.run, caller.id)
    return guess(caller, attempt, async (tx, owner) => {
      await expectOn(tx, caller.id)
      if (!attempt.passkey) await spendCode(tx, caller.id, attempt.code)
      return work(tx, owner)
    })
  }

  /** Like `prove` if the second factor is on; skips the check if it is off. */
  async function proveIfOn<T>(caller: Caller, attempt: Attempt, work: Work<T>) {
    if ((await store.findState(db.run, caller.id)).is_on) return prove(caller, attempt, work)
    return inTransaction(db, async (tx) => {
      const owner = await lockCaller(tx, caller)
      // If the second factor has just been turned on, the request needs a code after all, and is rejected.
      if ((await store.findState(tx, caller.id)).is_on) await spendCode(tx, caller.id, undefined)
      return work(tx, owner)
    })
  }

  async function tell(tx: Tx, userId: number, isOn: boolean, change?: Change): Promise<void> {
    await writeEvent(tx, SECOND_FACTOR_TOPIC, { userId, isOn, ...(change && { change }) })
  }

  /**
   * Mails a notice about an added app or passkey. An account's first app or passkey turns the second factor on, which
   * ends the caller's other sessions.
   * @returns the recovery codes if this turns the second factor on, otherwise an empty array.
   */
  async function noteAdded(tx: Tx, caller: Caller, change: Change): Promise<string[]> {
    const { is_on } = await store.findState(tx, caller.id)
    await tell(tx, caller.id, true, is_on ? change : undefined)
    if (is_on) return []
    await store.setOn(tx, caller.id)
    await sessions.endOthers(tx, caller)
    return newRecoveryCodes(tx, caller.id)
  }

  return {
    state: async ({ id }: Caller): Promise<SecondFactorState> => ({
      ...(await store.findState(db.run, id)),
      passkeys: await listPasskeys(db.run, id),
    }),

    /**
     * Creates a key for an authenticator app, which has no effect until `addApp`.
     * @throws ShopError `conflict`, `invalid`, `not_found`, `too_many`, `unauthenticated`.
     */
    async begin(caller: Caller, attempt: Attempt): Promise<SecondFactorKey> {
      await expectNoApp(db.run, caller.id)
      return proveIfOn(caller, attempt, async (tx, { email }) => {
        await expectNoApp(tx, caller.id)
        const bytes = randomBytes(SECRET_BYTES)
        await store.setSecret(tx, caller.id, bytes)
        const secret = base32(bytes)
        return { secret, url: keyUrl(secret, email, (await readShopLook(tx)).name) }
      })
    },

    /**
     * @returns the recovery codes if this turns the second factor on, otherwise an empty array.
     * @throws ShopError `conflict`, `invalid`, `not_found`, `too_many`, `unauthenticated`.
     */
    async addApp(caller: Caller, attempt: { code: string; address: string }): Promise<string[]> {
      await expectNoApp(db.run, caller.id)
      return guess(caller, attempt, async (tx) => {
        await expectNoApp(tx, caller.id)
        const isNewApp = true
        await spendCode(tx, caller.id, attempt.code, isNewApp)
        return noteAdded(tx, caller, 'appAdded')
      })
    },

    askForPasskey: (caller: Caller): Promise<RequestOptions> =>
      passkeys.ask(db.run, { holder: holderOf(caller, 'use'), userId: caller.id }),

    /** @throws ShopError `conflict`, `invalid`, `not_found`, `too_many`, `unauthenticated`. */
    beginPasskey: (caller: Caller, attempt: Attempt): Promise<CreationOptions> =>
      proveIfOn(caller, attempt, async (tx, { email }) => {
        const names = { account: email, shop: (await readShopLook(tx)).name }
        const ceremony = { holder: holderOf(caller, 'add'), userId: caller.id }
        return passkeys.offer(tx, ceremony, names)
      }),

    /**
     * @returns the recovery codes if this turns the second factor on, otherwise an empty array.
     * @throws ShopError `invalid`, `not_found`, `unauthenticated`; `conflict` if the account has the maximum number of
     * passkeys.
     */
    async addPasskey(
      caller: Caller,
      { name, passkey }: { name: string; passkey: NewPasskey },
    ): Promise<string[]> {
      const ceremony = { holder: holderOf(caller, 'add'), userId: caller.id }
      const made = await passkeys.readNew(db.run, ceremony, passkey)
      if (!made) throw invalid({ passkey: ['error.passkeyRefused'] })
      return inTransaction(db, async (tx) => {
        await lockCaller(tx, caller)
        if ((await findPasskeys(tx, caller.id)).length >= PASSKEYS_MAX) {
          throw new ShopError('conflict', 'error.manyPasskeys')
        }
        if (!(await insertPasskey(tx, { ...made, name, userId: caller.id }))) {
          throw invalid({ passkey: ['error.passkeyRefused'] })
        }
        return noteAdded(tx, caller, 'passkeyAdded')
      })
    },

    /** @throws ShopError `not_found`, `unauthenticated`; `conflict` for the last passkey of an account with no app. */
    removePasskey: (caller: Caller, id: number): Promise<void> =>
      inTransaction(db, async (tx) => {
        await lockCaller(tx, caller)
        const kept = await findPasskeys(tx, caller.id)
        if (!kept.some((passkey) => passkey.id === id)) throw notFound()
        if (kept.length === 1 && !(await store.findState(tx, caller.id)).has_app) {
          throw new ShopError('conflict', 'error.lastPasskey')
        }
        await deletePasskey(tx, id)
        await tell(tx, caller.id, true, 'passkeyRemoved')
      }),

    /**
     * @returns the new recovery codes, which replace the earlier ones.
     * @throws ShopError `conflict`, `invalid`, `not_found`, `too_many`, `unauthenticated`.
     */
    renewCodes: (caller: Caller, attempt: Attempt): Promise<string[]> =>
      prove(caller, attempt, (tx) => newRecoveryCodes(tx, caller.id)),

    /**
     * Removes the app, all passkeys and the recovery codes, and mails a notice.
     * @throws ShopError `conflict`, `invalid`, `not_found`, `too_many`, `unauthenticated`.
     */
    turnOff: (caller: Caller, attempt: Attempt): Promise<void> =>
      prove(caller, attempt, async (tx) => {
        await store.setOff(tx, caller.id)
        await tell(tx, caller.id, false)
      }),

    /**
     * Opens a session for an account without a second factor.
     * @throws ShopError `second_factor_required` with a `challenge` if the account has a second factor;
     * `bad_credentials` if the account was disabled or its password changed since the sign-in began.
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

    /** Options for using a passkey to complete a pending sign-in. @throws ShopError `invalid`. */
    async askAtSignIn(challenge: string): Promise<RequestOptions> {
      const hash = hashToken(challenge)
      const user = await store.findChallenge(db.run, hash)
      if (!user) throw challengeTooOld()
      return passkeys.ask(db.run, { holder: holderOfSignIn(hash), userId: user.id })
    },

    /**
     * Completes a sign-in that is waiting for its second step.
     * @throws ShopError `invalid`, `bad_credentials`, `too_many`.
     */
    async finish({ challenge, code, passkey }: Proof & { challenge: string }, device: Device) {
      const hash = hashToken(challenge)
      const user = await store.findChallenge(db.run, hash)
      if (!user) throw challengeTooOld()
      await countGuess(user, device.address)
      if (passkey) await spendPasskey(holderOfSignIn(hash), user.id, passkey)
      else await spendCode(db.run, user.id, code)
      await forgetGuesses(user.id, device.address)
      if (!(await store.dropChallenge(db.run, hash))) throw challengeTooOld()
      return sessions.signIn({ ...user, gaveSecondFactor: true }, device)
    },
  }
}

/** The holder of a passkey's challenge, which is valid for this session and this purpose only. */
const holderOf = ({ sessionId }: Caller, purpose: 'add' | 'use') => `${purpose}:${sessionId}`
const holderOfSignIn = (hash: Uint8Array) => `sign-in:${Buffer.from(hash).toString('hex')}`

async function expectOn(db: Handle, userId: number): Promise<void> {
  if ((await store.findState(db, userId)).is_on) return
  throw new ShopError('conflict', 'error.secondFactorOff')
}

async function expectNoApp(db: Handle, userId: number): Promise<void> {
  if ((await store.findState(db, userId)).has_app) {
    throw new ShopError('conflict', 'error.secondFactorOn')
  }
}

async function newRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)))
  await store.setRecoveryCodes(tx, userId, codes.map(hashToken))
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
}

/** The URI that apps read from a QR code. */
function keyUrl(secret: string, email: string, shop: string): string {
  const [account, issuer] = [email, shop].map(encodeURIComponent)
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`
}

function challengeTooOld(): ShopError {
  return invalid({ challenge: ['error.signInTooOld'] })
}
