import type { RegisterBody, SignedIn, UpdateProfileBody, User } from '#contract/accounts.ts'
import { countryCode } from '#contract/countries.ts'
import type { Locale } from '#contract/locale.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import type { Role } from '#contract/roles.ts'
import { createKeyedLimit } from '../platform/concurrency/keyed-limit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import { addressKey } from '../platform/http/address-key.ts'
import type { Caller } from '../platform/http/api.ts'
import {
  invalid,
  notFound,
  orNotFound,
  ShopError,
  unauthenticated,
} from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { writeEvent } from '../platform/outbox/topics.ts'
import { readPhone } from '../platform/words/read-phone.ts'
import type { Sentence } from '../platform/words/sentence.ts'
import type { AccountParts } from './account-parts.ts'
import { OWN_EMAIL_TOPIC, PASSWORD_CHANGED_TOPIC } from './accounts.events.ts'
import * as store from './accounts.store.ts'
import { countNotice } from './emails/email-allowance.ts'
import { EMAIL_CHANGE_DAYS, type EmailChanges, emailTaken } from './emails/email-change.ts'
import type { Device } from './sessions/device.ts'
import { checkPassword } from './sign-in/check-password.ts'
import { dropTokens } from './sign-in/password-reset.store.ts'
import { hashPassword } from './sign-in/passwords.ts'
import type { SecondFactor } from './sign-in/second-factor.ts'
import { signUpLimit } from './sign-in/sign-up-limit.ts'
import type { StepUp } from './sign-in/step-up.ts'

/** Limited because each change hashes a password and mails a notice, perhaps to a stranger's address. */
const PASSWORD_CHANGES_PER_ACCOUNT = { attempts: 5, windowSeconds: 60 * 60 }

export type Accounts = ReturnType<typeof createAccounts>

/** Limited because encoding a picture takes seconds of CPU time. */
const PICTURES_PER_ACCOUNT = { attempts: 60, windowSeconds: 60 * 60 }
const PICTURES_PER_ADDRESS = { attempts: 300, windowSeconds: 60 * 60 }
/** All uploads share a few encoding slots: one account must not occupy them all. */
const onePicture = createKeyedLimit(1, () => {
  return new ShopError('too_many', 'error.pictureBeingStored', { retryAfter: 5 })
})

interface AccountsParts extends AccountParts {
  emailChanges: EmailChanges
  stepUp: StepUp
  secondFactor: SecondFactor
}

export function createAccounts(parts: AccountsParts) {
  const { db, sessions, pictures, emailChanges, stepUp, secondFactor } = parts
  const { asksToConfirm, homeCountry, warn } = parts

  async function profile(handle: Handle, caller: Caller): Promise<User> {
    return orNotFound(await store.findUser(handle, caller.id, asksToConfirm))
  }

  return {
    /**
     * Creates an account and, if the shop asks for confirmation, mails a link for confirming its email.
     * @throws ShopError `invalid` naming the fields; `too_many`, `unavailable`.
     */
    async register(form: RegisterBody, locale: Locale, address: string): Promise<void> {
      if (form.password !== form.password_confirmation) {
        throw invalid({ password: ['error.passwordConfirmation'] })
      }
      await countAttempt(db.run, ...signUpLimit(address, parts.signUpsPerAddress))
      const passwordHash = await hashPassword(form.password, addressKey(address))
      await inTransaction(db, async (tx) => {
        const user = await store.insertUser(tx, { ...form, passwordHash, locale })
        if (!user) throw emailTaken()
        if (asksToConfirm) await writeEvent(tx, OWN_EMAIL_TOPIC, { userId: user.id })
      })
    },

    /** @throws ShopError `bad_credentials`, `second_factor_required`, `too_many`, `unavailable`. */
    async login(email: string, password: string, device: Device): Promise<SignedIn> {
      const user = await checkPassword(db, {
        find: () => store.findByEmail(db.run, email),
        email,
        password,
        address: device.address,
      })
      return secondFactor.signIn(user, device)
    },

    async logout(caller: Caller): Promise<void> {
      await sessions.end(caller)
    },

    /** @throws ShopError `not_found` if the user no longer exists. */
    profile: (caller: Caller): Promise<User> => profile(db.run, caller),

    /**
     * A new password ends the caller's other sessions and voids password links mailed earlier. A new email takes effect
     * once the link mailed to it is opened. Both require a step-up.
     * @param locale the page's language; null keeps the account's.
     * @throws ShopError `invalid`, `not_found`, `too_many`, `unavailable`; `unauthenticated` if the session has ended.
     */
    async updateProfile(
      caller: Caller,
      form: UpdateProfileBody,
      { locale, address }: { locale: Locale | null; address: string },
    ): Promise<{ message: Sentence; user: User }> {
      const known = await profile(db.run, caller)
      const phone = await phoneOf(form, known, homeCountry)
      const isSteppedUp = Boolean(form.password) || isOtherEmail(known, form.email)
      if (isSteppedUp) await stepUp(caller, { password: form.current_password, address })
      const passwordHash = form.password
        ? await hashNewPassword(db, caller, { password: form.password, address })
        : null
      return inTransaction(db, async (tx) => {
        const owner = orNotFound(await store.lockOwner(tx, caller.id))
        if (!(await sessions.isAlive(tx, caller))) throw unauthenticated()
        // Also rejects a form that needs a step-up after all, because the account's email has changed in the meantime.
        const change = await emailChanges.request(tx, owner, { newEmail: form.email, isSteppedUp })
        if (passwordHash && asksToConfirm) await countNotice(tx, caller.id)
        await store.updateUser(tx, caller.id, {
          username: form.username,
          // A change of the email's letter case alone takes effect immediately.
          email: change === 'none' ? form.email : null,
          passwordHash,
          locale,
          phone,
          country: form.country,
          city: form.city,
        })
        if (passwordHash) {
          await dropTokens(tx, caller.id)
          await sessions.endOthers(tx, caller)
          await writeEvent(tx, PASSWORD_CHANGED_TOPIC, { userId: caller.id })
        }
        const message = change === 'asked' ? CONFIRM_EMAIL : 'reply.profileUpdated'
        return { message, user: await profile(tx, caller) }
      })
    },

    /** Emails to the account are written in this language from now on. */
    setLocale: (caller: Caller, locale: Locale): Promise<void> =>
      store.setLocale(db.run, caller.id, locale),

    /**
     * Replaces the caller's picture, one upload at a time. @returns the URL of the new picture.
     * @throws ShopError `invalid`, `too_many`, `unavailable`; `not_found` if the account was closed during the upload.
     */
    async setPicture(caller: Caller, bytes: Buffer, address: string): Promise<string> {
      await countAttempt(db.run, `picture:${caller.id}`, PICTURES_PER_ACCOUNT)
      await countAttempt(db.run, `picture:address:${addressKey(address)}`, PICTURES_PER_ADDRESS)
      const key = await onePicture(String(caller.id), () => pictures.save(bytes, 'portrait'))
      const replaced = await store.replacePicture(db.run, caller.id, key)
      const unused = replaced ? replaced.before : key
      if (unused) {
        await pictures
          .remove(unused)
          .catch((error) => warn(error, `picture ${unused} could not be deleted`))
      }
      if (!replaced) throw notFound()
      return wirePictureUrl(key)
    },

    /**
     * The caller's staff role, or the role of the caller's API token; null if the caller has no staff rights.
     * @throws ShopError `second_factor_missing` for staff without a required second factor.
     */
    async roleOf(caller: Caller): Promise<Role | null> {
      const staff = await store.findRole(db.run, caller.id)
      if (staff?.lacksSecondFactor) {
        throw new ShopError('second_factor_missing', 'error.secondFactorMissing')
      }
      const role = staff?.role ?? null
      // An API token has rights only while its creator is an owner.
      if (caller.tokenRole) return role === 'owner' ? caller.tokenRole : null
      return role
    },
  }
}

const CONFIRM_EMAIL: Sentence = {
  id: 'reply.profileUpdatedConfirm',
  values: { days: EMAIL_CHANGE_DAYS },
}

async function hashNewPassword(
  db: Database,
  caller: Caller,
  { password, address }: { password: string; address: string },
): Promise<string> {
  await countAttempt(db.run, `password-change:${caller.id}`, PASSWORD_CHANGES_PER_ACCOUNT)
  return hashPassword(password, addressKey(address))
}

/**
 * The form's phone number in E.164, or as sent if empty or unchanged: earlier versions stored any string. Without a
 * country, a local number is read as one of the shop's.
 * @throws ShopError `invalid`.
 */
async function phoneOf(
  { phone, country }: UpdateProfileBody,
  known: User,
  homeCountry: () => Promise<string | null>,
): Promise<string | null | undefined> {
  if (!phone || phone === known.phone) return phone
  const written = country ?? known.country
  const read = readPhone(phone, written ? countryCode(written) : await homeCountry())
  if (!read) throw invalid({ phone: ['error.phoneWrong'] })
  return read
}

function isOtherEmail({ email, pendingEmail }: User, sent: string): boolean {
  return ![email, pendingEmail].some((known) => known?.toLowerCase() === sent.toLowerCase())
}
