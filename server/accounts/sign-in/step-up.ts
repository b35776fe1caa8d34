/**
 * Step-up: a thief with a bearer token must not take over the account or the shop's money. Requests that would allow
 * this require re-entering the password or a recent sign-in.
 */
import type { Database } from '../../platform/db/database.ts'
import type { Caller, Guards, Proof } from '../../platform/http/api.ts'
import { invalid, orNotFound, ShopError } from '../../platform/http/shop-error.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { type Credentials, findCredentials } from '../accounts.store.ts'
import { isProved, setProved } from '../sessions/sessions.store.ts'
import { checkPassword } from './check-password.ts'

/** How long a sign-in or a re-entered password counts as proof. */
const PROVED_SECONDS = 10 * 60

export type StepUp = Guards['stepUp']

export function createStepUp(db: Database): StepUp {
  return async (caller: Caller, { password, address }: Proof) => {
    const owner = orNotFound(await findCredentials(db.run, caller.id))
    // A typed password is checked even in a recent session: silently accepting a wrong one would
    // make the user believe that it is right.
    const isTyped = Boolean(password) && owner.passwordHash !== null
    if (!isTyped && (await isProved(db.run, caller.sessionId, PROVED_SECONDS))) return
    if (owner.passwordHash === null) throw invalid({ current_password: [NO_PASSWORD] })
    if (!password) throw currentPasswordMissing()
    await checkOwnPassword(db, owner, { password, address, field: 'current_password' })
    await setProved(db.run, caller.sessionId)
  }
}

/** An error (status 422) on the current-password field; the page then asks for the password. */
export function currentPasswordMissing(): ShopError {
  return invalid({ current_password: ['error.currentPasswordMissing'] })
}

const NO_PASSWORD: Sentence = {
  id: 'error.noPassword',
  values: { minutes: PROVED_SECONDS / 60 },
}

/**
 * Checks a signed-in user's password, with the same limits on guessing as at sign-in.
 * @throws ShopError `invalid` on `field` if the password is wrong; `too_many`, `unavailable`.
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
    // Not a 401, which would make the page sign the user out: the token is valid, only the password is wrong.
    throw invalid({ [field]: ['error.passwordWrong'] })
  }
}
