/** Checks proof of an account's second factor; each proof works only once, and wrong guesses are counted. */
import type { PasskeyAnswer } from '#contract/passkeys.ts'
import { latinDigits } from '#contract/typed-text.ts'
import type { Database, Handle } from '../../platform/db/database.ts'
import { addressKey } from '../../platform/http/address-key.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import { countAttempt, forgetAttempts, refusalOf } from '../../platform/http/throttle.ts'
import { hashToken } from '../../platform/secret-token.ts'
import { addressPrefix } from '../sessions/device.ts'
import { hasSignedInFrom } from '../sessions/sessions.store.ts'
import type { createPasskeys } from './passkeys.ts'
import * as store from './second-factor.store.ts'
import { stepOf } from './totp.ts'

/** Limits on wrong codes; three codes in a million are valid. */
const GUESSES_PER_ADDRESS = { attempts: 10, windowSeconds: 15 * 60 }
/** Per account, across all IP addresses. Networks that have signed in to the account before are exempt. */
const GUESSES_ANYWHERE = { attempts: 30, windowSeconds: 60 * 60 }

export interface Proof {
  code?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

export function createProofs(db: Database, passkeys: ReturnType<typeof createPasskeys>) {
  return {
    /** Counts a guess before it is checked, so that concurrent guesses count as well. @throws ShopError `too_many`. */
    async countGuess({ id, email }: { id: number; email: string }, address: string) {
      await countAttempt(db.run, perAddress(id, address), GUESSES_PER_ADDRESS)
      const refusal = await refusalOf(db.run, anywhere(id), GUESSES_ANYWHERE)
      if (!refusal || (await hasSignedInFrom(db.run, email, addressPrefix(address)))) return
      throw refusal
    },

    async forgetGuesses(userId: number, address: string): Promise<void> {
      await forgetAttempts(db.run, perAddress(userId, address))
      await forgetAttempts(db.run, anywhere(userId))
    },

    /** @throws ShopError `invalid` for a wrong response. */
    async spendPasskey(holder: string, userId: number, answer: PasskeyAnswer) {
      if (await passkeys.isRight(db.run, { holder, userId }, answer)) return
      throw invalid({ passkey: ['error.passkeyRefused'] })
    },
  }
}

const perAddress = (userId: number, address: string) =>
  `second-factor:${userId}:${addressKey(address)}`
const anywhere = (userId: number) => `second-factor:${userId}`

/**
 * Uses up the code. @param isNewApp whether the app's first code is still to be entered. @throws ShopError `invalid`.
 */
export async function spendCode(
  db: Handle,
  userId: number,
  code: string | undefined,
  isNewApp = false,
): Promise<void> {
  if (code === undefined) throw invalid({ code: ['error.proofMissing'] })
  if (!(await isRight(db, userId, code, isNewApp))) throw invalid({ code: ['error.codeWrong'] })
}

/** Six digits are an app's code; anything else can only be a recovery code. */
async function isRight(db: Handle, userId: number, typed: string, isNewApp: boolean) {
  const code = latinDigits(typed).replace(/[\s-]/g, '').toUpperCase()
  if (!/^\d{6}$/.test(code)) {
    return !isNewApp && store.takeRecoveryCode(db, userId, hashToken(code))
  }
  const secret = await store.findSecret(db, userId, isNewApp)
  const step = secret && stepOf(secret, code, Date.now())
  return step !== null && store.takeStep(db, userId, step)
}
