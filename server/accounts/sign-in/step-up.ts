/**
 * What a bearer token alone may not do (threat T4): whoever stole one must not take the account or
 * the shop's money. It takes the password once more, or a session that signed in a moment ago.
 */
import type { Database } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { type Credentials, findCredentials } from '../accounts.store.ts'
import { isYoung } from '../sessions/sessions.store.ts'
import { checkPassword } from './check-password.ts'

/** Older clients get by with a sign-in, and so do accounts that sign in with Google only. */
const YOUNG_SECONDS = 10 * 60

export interface Proof {
  /** As it was typed; empty or missing when the page did not ask. */
  password: string | null | undefined
  address: string
}

/**
 * Proves that the caller is the owner. Nothing of it is kept: the next step asks again.
 * @throws ShopError `invalid` on the field `current_password`, `too_many`, `unavailable`.
 */
export type StepUp = (caller: Caller, proof: Proof) => Promise<void>

export function createStepUp(db: Database): StepUp {
  return async (caller, { password, address }) => {
    const owner = await findCredentials(db.run, caller.id)
    if (!owner) throw notFound()
    // A password that was typed is judged in a young session too: to accept a wrong one in silence
    // would tell the owner that it is right.
    const isTyped = Boolean(password) && owner.passwordHash !== null
    if (!isTyped && (await isYoung(db.run, caller.sessionId, YOUNG_SECONDS))) return
    if (owner.passwordHash === null) throw invalid({ current_password: [NO_PASSWORD] })
    if (!password) throw currentPasswordMissing()
    await checkOwnPassword(db, owner, { password, address, field: 'current_password' })
  }
}

/** A 422 on the field that the page then shows. */
export function currentPasswordMissing(): ShopError {
  return invalid({ current_password: ['refusal.currentPasswordMissing'] })
}

const NO_PASSWORD: Sentence = {
  id: 'refusal.noPassword',
  values: { minutes: YOUNG_SECONDS / 60 },
}

/**
 * The password of somebody who is signed in, guessed as seldom as at sign-in.
 * @throws ShopError `invalid` on the field for a wrong one, `too_many`, `unavailable`.
 */
export async function checkOwnPassword(
  db: Database,
  owner: Credentials,
  { password, address, field }: { password: string; address: string; field: string },
): Promise<void> {
  const { email } = owner
  try {
    await checkPassword(db, { find: async () => owner, email, password, address })
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== 'bad_credentials') throw error
    // A 401 would sign the page out: the token is good, only the field is not.
    throw invalid({ [field]: ['refusal.passwordWrong'] })
  }
}
