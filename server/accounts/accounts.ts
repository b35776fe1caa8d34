/** What people do with their accounts. */
import type { RegisterBody, SignedIn, UpdateProfileBody, User } from '#contract/accounts.ts'
import type { Locale } from '#contract/locale.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import { addressKey } from '../platform/http/address-key.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import type { PictureStore } from '../platform/media/picture-store.ts'
import { OWN_EMAIL_TOPIC, PASSWORD_CHANGED_TOPIC, writeEvent } from './account-events.ts'
import * as store from './accounts.store.ts'
import { checkPassword } from './check-password.ts'
import { EMAIL_CHANGE_DAYS, type EmailChanges, emailTaken } from './email-change.ts'
import { dropTokens } from './password-reset.store.ts'
import { hashPassword } from './passwords.ts'
import type { Device, Sessions } from './sessions.ts'

const SIGN_UPS_PER_ADDRESS = { attempts: 300, windowSeconds: 60 * 60 }

export type Accounts = ReturnType<typeof createAccounts>

/** Each mails the account's address, which may be anybody's. */
const PASSWORD_CHANGES_PER_ACCOUNT = { attempts: 5, windowSeconds: 60 * 60 }

/** Encoding a picture takes seconds of a processor. */
const PICTURES_PER_ACCOUNT = { attempts: 60, windowSeconds: 60 * 60 }

export interface AccountsParts {
  db: Database
  sessions: Sessions
  pictures: PictureStore
  emailChanges: EmailChanges
  /** Whether the shop asks its customers to confirm their e-mails. */
  asksToConfirm: boolean
  /** Call after a commit that wrote an event. */
  nudge(): void
  warn(error: unknown, what: string): void
}

export function createAccounts(parts: AccountsParts) {
  const { db, sessions, pictures, emailChanges, asksToConfirm, nudge, warn } = parts
  return {
    /** Mails a link to confirm the e-mail. @throws ShopError `invalid` naming the fields, `too_many`. */
    async register(form: RegisterBody, locale: Locale, address: string): Promise<void> {
      if (form.password !== form.password_confirmation) {
        throw invalid({ password: ['The password confirmation does not match.'] })
      }
      await countSignUp(db, address)
      const passwordHash = await hashPassword(form.password)
      await inTransaction(db, async (tx) => {
        const username = form.username.trim()
        const user = await store.insertUser(tx, { ...form, username, passwordHash, locale })
        if (!user) throw emailTaken()
        if (!asksToConfirm) return
        await writeEvent(tx, OWN_EMAIL_TOPIC, { userId: user.id })
        tx.afterCommit(nudge)
      })
    },

    /** @throws ShopError `bad_credentials`, `too_many`. */
    async login(email: string, password: string, device: Device): Promise<SignedIn> {
      const user = await checkPassword(db, {
        find: () => store.findByEmail(db.read, email),
        email,
        password,
        address: device.address,
      })
      return signIn(db, sessions, user, device)
    },

    async logout(caller: Caller): Promise<void> {
      await sessions.end(caller)
    },

    /** @throws ShopError `not_found` when the account was removed a moment ago. */
    async profile(caller: Caller): Promise<User> {
      const user = await store.findUser(db.read, caller.id, asksToConfirm)
      if (!user) throw notFound()
      return user
    },

    /**
     * A new password ends the caller's other sessions, and makes the password links worthless that
     * were mailed before. A new e-mail waits until the link mailed to it was opened. @param locale of the page; null leaves the one the account has.
     * @throws ShopError `invalid`, `too_many`.
     */
    async updateProfile(
      caller: Caller,
      form: UpdateProfileBody,
      locale: Locale | null,
    ): Promise<{ message: string; user: User }> {
      if (form.password) {
        await countAttempt(db.read, `password-change:${caller.id}`, PASSWORD_CHANGES_PER_ACCOUNT)
      }
      const passwordHash = form.password ? await hashPassword(form.password) : null
      return inTransaction(db, async (tx) => {
        const owner = await store.lockOwner(tx, caller.id)
        if (!owner) throw notFound()
        const change = await emailChanges.request(tx, owner, form.email)
        await store.updateUser(tx, caller.id, {
          username: form.username.trim(),
          // The same in other letters holds at once.
          email: change === 'none' ? form.email : null,
          passwordHash,
          locale,
          phone: form.phone,
          country: form.country,
          city: form.city,
        })
        if (passwordHash) {
          await dropTokens(tx, caller.id)
          await sessions.endOthers(tx, caller)
          await writeEvent(tx, PASSWORD_CHANGED_TOPIC, { userId: caller.id })
          tx.afterCommit(nudge)
        }
        const user = await store.findUser(tx, caller.id, asksToConfirm)
        if (!user) throw notFound()
        return { message: change === 'none' ? 'Profile updated.' : CONFIRM_EMAIL, user }
      })
    },

    /** Replaces the caller's picture. @returns its address. @throws ShopError `invalid`. */
    async setPicture(caller: Caller, bytes: Buffer): Promise<string> {
      await countAttempt(db.read, `picture:${caller.id}`, PICTURES_PER_ACCOUNT)
      const key = await pictures.save(bytes, 'square')
      const drop = (unused: string) =>
        pictures.remove(unused).catch((error) => warn(error, `picture ${unused} is left over`))
      try {
        const replaced = await store.replacePicture(db.read, caller.id, key)
        if (!replaced) throw notFound()
        if (replaced.before) await drop(replaced.before)
      } catch (error) {
        // The statement may have been done although its answer was lost: then the picture is shown.
        const isShown = await store.hasPicture(db.read, caller.id, key).catch(() => true)
        if (!isShown) await drop(key)
        throw error
      }
      return wirePictureUrl(key)
    },

    isAdmin: (caller: Caller): Promise<boolean> => store.isAdmin(db.read, caller.id),
  }
}

/** Opens a session. @returns what the client keeps of it. */
export async function signIn(
  db: Database,
  sessions: Sessions,
  user: Parameters<Sessions['open']>[1],
  device: Device,
): Promise<SignedIn> {
  const token = await sessions.open(db.read, user, device)
  return { access_token: token, token_type: 'Bearer', account_type: user.accountType }
}

const CONFIRM_EMAIL = `Profile updated. We mailed a link to the new address: it becomes yours once you open the link within ${EMAIL_CHANGE_DAYS} days.`

/** Refusals as a whole have a shape of their own (specification, section 8). */
export async function countSignUp(db: Database, address: string): Promise<void> {
  try {
    await countAttempt(db.read, `register:${addressKey(address)}`, SIGN_UPS_PER_ADDRESS)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    throw new ShopError('too_many', error.message, {
      ...error.extras,
      error: true,
      data: { email: error.message },
    })
  }
}
