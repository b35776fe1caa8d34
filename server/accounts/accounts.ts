/** What people do with their accounts. */
import { createHash } from 'node:crypto'
import type { AccountType, RegisterBody, UpdateProfileBody, User } from '#contract/accounts.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import { countAttempt, forgetAttempts, giveBackAttempt } from '../platform/http/throttle.ts'
import type { PictureStore } from '../platform/media/picture-store.ts'
import * as store from './accounts.store.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Device, Sessions } from './sessions.ts'

const GUESSES_PER_ACCOUNT = { attempts: 10, windowSeconds: 15 * 60 }
const GUESSES_PER_ADDRESS = { attempts: 100, windowSeconds: 15 * 60 }
const SIGN_UPS_PER_ADDRESS = { attempts: 300, windowSeconds: 60 * 60 }

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(db: Database, sessions: Sessions, pictures: PictureStore) {
  return {
    /** @throws ShopError `invalid` naming the fields, `too_many` from one address. */
    async register(form: RegisterBody, address: string): Promise<void> {
      if (form.password !== form.password_confirmation) {
        throw invalid({ password: ['The password confirmation does not match.'] })
      }
      await countSignUp(db, address)
      const user = await store.insertUser(db.read, {
        username: form.username.trim(),
        email: form.email,
        passwordHash: await hashPassword(form.password),
      })
      if (!user) throw emailTaken()
    },

    /** @throws ShopError `bad_credentials`, `too_many`. */
    async login(
      email: string,
      password: string,
      device: Device,
    ): Promise<{ token: string; accountType: AccountType }> {
      const perAccount = `login:${fingerprint(email.toLowerCase())}:${device.address}`
      const perAddress = `login:${device.address}`
      // Counted before the password is looked at, so that parallel guesses count as well.
      await countAttempt(db.read, perAccount, GUESSES_PER_ACCOUNT)
      await countAttempt(db.read, perAddress, GUESSES_PER_ADDRESS)
      const user = await store.findByEmail(db.read, email)
      const isRight = await verifyPassword(user?.passwordHash ?? null, password)
      if (!user || !isRight || user.disabled) {
        throw new ShopError('bad_credentials', 'Bad credentials')
      }
      await forgetAttempts(db.read, perAccount)
      await giveBackAttempt(db.read, perAddress)
      return { token: await sessions.open(db.read, user, device), accountType: user.accountType }
    },

    async logout(caller: Caller): Promise<void> {
      await sessions.end(caller)
    },

    /** @throws ShopError `not_found` when the account was removed a moment ago. */
    async profile(caller: Caller): Promise<User> {
      const user = await store.findUser(db.read, caller.id)
      if (!user) throw notFound()
      return user
    },

    /** A new password ends the caller's other sessions. @throws ShopError `invalid`. */
    async updateProfile(caller: Caller, form: UpdateProfileBody): Promise<User> {
      const passwordHash = form.password ? await hashPassword(form.password) : null
      return inTransaction(db, async (tx) => {
        const user = await store.updateUser(tx, caller.id, {
          username: form.username.trim(),
          email: form.email,
          passwordHash,
          phone: form.phone,
          country: form.country,
          city: form.city,
        })
        if (!user) throw emailTaken()
        if (passwordHash) await sessions.endOthers(tx, caller)
        return user
      }).catch((error: unknown) => {
        // Somebody else took the e-mail after the statement had looked.
        throw isDuplicate(error) ? emailTaken() : error
      })
    },

    /** Replaces the caller's picture. @returns its address. @throws ShopError `invalid`. */
    async setPicture(caller: Caller, bytes: Buffer): Promise<string> {
      const key = await pictures.save(bytes, 'square')
      const before = await store.replacePicture(db.read, caller.id, key)
      if (before) await pictures.remove(before)
      return wirePictureUrl(key)
    },

    isAdmin: (caller: Caller): Promise<boolean> => store.isAdmin(db.read, caller.id),
  }
}

/** Refusals as a whole have a shape of their own (specification, section 8). */
async function countSignUp(db: Database, address: string): Promise<void> {
  try {
    await countAttempt(db.read, `register:${address}`, SIGN_UPS_PER_ADDRESS)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    throw new ShopError('too_many', error.message, {
      ...error.extras,
      error: true,
      data: { email: error.message },
    })
  }
}

function emailTaken(): ShopError {
  return invalid({ email: ['This email is already taken.'] })
}

/** PostgreSQL's code for a value that a unique index has already. */
function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}

/** Of one length whatever is typed: an index refuses long keys, and addresses stay out of it. */
function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
