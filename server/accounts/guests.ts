/**
 * Orders without an account: each guest has a row in `app_user` and a session; links in their emails open additional
 * sessions.
 */
import type { SignedIn } from '#contract/accounts.ts'
import type { Locale } from '#contract/locale.ts'
import type { Handle } from '../platform/db/database.ts'
import { addressKey } from '../platform/http/address-key.ts'
import { notFound, orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { hashToken, newToken } from '../platform/secret-token.ts'
import type { AccountParts } from './account-parts.ts'
import * as store from './guests.store.ts'
import type { Device } from './sessions/device.ts'
import { signUpLimit } from './sign-in/sign-up-limit.ts'

/** Tokens cannot be guessed; this limits the load that attempts cause. */
const LINKS_PER_ADDRESS = { attempts: 30, windowSeconds: 60 * 60 }

export type Guests = ReturnType<typeof createGuests>

/** Creates a link to the guest's orders, for one email. @returns its token. */
export async function addGuestLink(db: Handle, userId: number): Promise<string> {
  const token = newToken()
  await store.insertLink(db, { hash: hashToken(token), userId })
  return token
}

interface GuestsParts extends AccountParts {
  takesGuests(): Promise<boolean>
}

export function createGuests({ db, sessions, signUpsPerAddress, takesGuests }: GuestsParts) {
  const signIn = (id: number, device: Device) =>
    sessions.signIn({ id, accountType: 'customer' }, device)

  return {
    /** Signs in a new guest; hides whether an account has the email. @throws ShopError `not_found`, `too_many`. */
    async begin(
      form: { username: string; email: string },
      locale: Locale,
      device: Device,
    ): Promise<SignedIn> {
      if (!(await takesGuests())) throw notFound()
      await countAttempt(db.run, ...signUpLimit(device.address, signUpsPerAddress))
      return signIn(await store.insertGuest(db.run, { ...form, locale }), device)
    },

    /** @throws ShopError `not_found`, `too_many`; `conflict` once the orders belong to an account. */
    async open(token: string, device: Device): Promise<SignedIn> {
      await countAttempt(db.run, `guest-link:${addressKey(device.address)}`, LINKS_PER_ADDRESS)
      const link = orNotFound(await store.findLink(db.run, hashToken(token)))
      if (!link.guest) throw new ShopError('conflict', 'error.guestJoined')
      return signIn(link.userId, device)
    },
  }
}
