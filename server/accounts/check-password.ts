/** The one place where a password is judged, and where guessing is limited. */
import { createHash } from 'node:crypto'
import type { Database } from '../platform/db/database.ts'
import { addressKey } from '../platform/http/address-key.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { countAttempt, forgetAttempts, giveBackAttempt } from '../platform/http/throttle.ts'
import type { Credentials } from './accounts.store.ts'
import { verifyPassword } from './passwords.ts'

const GUESSES_PER_ACCOUNT = { attempts: 10, windowSeconds: 15 * 60 }
const GUESSES_PER_ADDRESS = { attempts: 100, windowSeconds: 15 * 60 }

export interface Guess {
  /** Looks the account up. Called after the guess was counted. */
  find(): Promise<Credentials | null>
  /** What guesses are counted by, whether or not there is such an account. */
  email: string
  password: string
  address: string
}

/**
 * The account if the password is its own and it is not locked out; takes as long in every case.
 * @throws ShopError `bad_credentials`, `too_many`, `unavailable`.
 */
export async function checkPassword(db: Database, guess: Guess): Promise<Credentials> {
  const { email, password } = guess
  const address = addressKey(guess.address)
  const perAccount = `login:${fingerprint(email.toLowerCase())}:${address}`
  const perAddress = `login:${address}`
  // Counted before the password is looked at, so that parallel guesses count as well.
  await countAttempt(db.read, perAccount, GUESSES_PER_ACCOUNT)
  await countAttempt(db.read, perAddress, GUESSES_PER_ADDRESS)
  const user = await guess.find()
  const isRight = await verifyPassword(user?.passwordHash ?? null, password).catch(
    async (error: unknown) => {
      // Nothing was judged: a crowd must not use up the attempts of whoever stands in it.
      await giveBackAttempt(db.read, perAccount)
      await giveBackAttempt(db.read, perAddress)
      throw error
    },
  )
  if (!user || !isRight || user.disabled) throw new ShopError('bad_credentials', 'Bad credentials')
  await forgetAttempts(db.read, perAccount)
  await giveBackAttempt(db.read, perAddress)
  return user
}

/** Of one length whatever is typed: an index refuses long keys, and addresses stay out of it. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
