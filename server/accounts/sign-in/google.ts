/**
 * Signing in with Google (or any OpenID provider). A person is identified by issuer and subject, never by email: an
 * account with the same email is linked once its password has been entered.
 */
import type { SignedIn } from '#contract/accounts.ts'
import type { GoogleError, GoogleTokenReply } from '#contract/google.ts'
import type { Locale } from '#contract/locale.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { addressKey } from '../../platform/http/address-key.ts'
import { invalid, ShopError } from '../../platform/http/shop-error.ts'
import { isWithinLimit } from '../../platform/http/throttle.ts'
import { hashToken, newToken } from '../../platform/secret-token.ts'
import type { AccountParts } from '../account-parts.ts'
import * as accounts from '../accounts.store.ts'
import { confirmEmail } from '../confirmed.ts'
import type { Device } from '../sessions/device.ts'
import { checkPassword } from './check-password.ts'
import * as store from './google.store.ts'
import { confirmVouchedFor, findOrOpen } from './google-account.ts'
import type { GoogleClient } from './google-client.ts'
import type { SecondFactor } from './second-factor.ts'

/** How long the user may take at the provider, and then to enter the password of the account to link. */
export const FLOW_SECONDS = 600
/** A short time suffices, since the page exchanges its code as soon as it loads. */
const CODE_SECONDS = 60
const STARTS_PER_ADDRESS = { attempts: 60, windowSeconds: 10 * 60 }

interface GoogleParts extends AccountParts {
  secondFactor: SecondFactor
  client: GoogleClient | null
}

export type Outcome = { code: string } | { error: GoogleError }

export type Google = ReturnType<typeof createGoogle>

export function createGoogle(parts: GoogleParts) {
  const { db, secondFactor, client, warn, announceRatings } = parts

  return {
    /**
     * @returns the URL to send the browser to and the secret to store in the flow's cookie, or why sign-in cannot
     * begin.
     * @throws ShopError `not_found` if no provider is configured.
     */
    async begin(
      address: string,
    ): Promise<{ address: URL; cookie: string } | { error: GoogleError }> {
      if (!client) throw new ShopError('not_found', 'error.notFound')
      const key = `google:${addressKey(address)}`
      if (!(await isWithinLimit(db.run, key, STARTS_PER_ADDRESS))) return { error: 'unavailable' }
      const begun = await client.begin().catch((error: unknown) => {
        warn(reasonOf(error), 'the sign-in provider cannot be reached')
        return null
      })
      if (!begun) return { error: 'unavailable' }
      const cookie = newToken()
      await store.insertFlow(db.run, hashToken(cookie), begun.flow, FLOW_SECONDS)
      return { address: begun.address, cookie }
    },

    /**
     * @param search the query string of the callback URL.
     * @throws ShopError `not_found` if no provider is configured.
     */
    async finish(
      search: string,
      cookie: string | null,
      { locale, address }: { locale: Locale; address: string },
    ): Promise<Outcome> {
      if (!client) throw new ShopError('not_found', 'error.notFound')
      const cookieHash = hashToken(cookie ?? '')
      const flow = cookie ? await store.takeFlow(db.run, cookieHash) : null
      if (!flow) return { error: 'failed' }
      const query = new URLSearchParams(search)
      if (query.get('error') === 'access_denied' && query.get('state') === flow.state) {
        return { error: 'denied' }
      }
      const claims = await client.finish(search, flow).catch((error: unknown) => {
        warn(reasonOf(error), 'a Google sign-in failed')
        return null
      })
      if (!claims || !isSubject(claims.subject)) return { error: 'failed' }
      const found = await findOrOpen(parts, claims, { locale, address })
      if ('error' in found) return found
      const { userId, isLinked } = found
      if (isLinked) await confirmVouchedFor(parts, claims, userId)
      const code = newToken()
      const isKept = await store.insertCode(db.run, {
        codeHash: hashToken(code),
        cookieHash,
        userId,
        identity: { issuer: claims.issuer, subject: claims.subject },
        isLinked,
        lifeSeconds: isLinked ? CODE_SECONDS : FLOW_SECONDS,
      })
      return isKept ? { code } : { error: 'failed' }
    },

    /**
     * Opens a session, or returns the email of the account whose password must be entered first.
     * @throws ShopError `invalid`, `bad_credentials`, `second_factor_required`.
     */
    async exchange(code: string, cookie: string | null, device: Device): Promise<GoogleTokenReply> {
      const hashes = [hashToken(code), hashToken(cookie ?? '')] as const
      const good = await store.takeCode(db.run, ...hashes)
      if (good) return secondFactor.signIn({ ...good, id: good.userId }, device)
      const waiting = await store.findLinkCode(db.run, ...hashes)
      if (!waiting) throw codeTooOld()
      return { link: { email: waiting.email } }
    },

    /**
     * Links the pending identity to its account and signs in.
     * @throws ShopError `invalid` for an invalid code; `bad_credentials`, `second_factor_required`, `too_many`,
     * `unavailable`.
     */
    async link(
      { code, password }: { code: string; password: string },
      cookie: string | null,
      device: Device,
    ): Promise<SignedIn> {
      const codeHash = hashToken(code)
      const waiting = await store.findLinkCode(db.run, codeHash, hashToken(cookie ?? ''))
      if (!waiting) throw codeTooOld()
      const { userId, email, issuer, subject } = waiting
      const user = await checkPassword(db, {
        find: () => accounts.findCredentials(db.run, userId),
        email,
        password,
        address: device.address,
      })
      await inTransaction(db, async (tx) => {
        // A code for linking exists only if the provider vouched for the account's email.
        const rated = await confirmEmail(tx, userId)
        if (!rated) throw codeTooOld()
        tx.afterCommit(() => announceRatings(rated))
        if (!(await store.dropCode(tx, codeHash))) throw codeTooOld()
        if (!(await store.insertIdentity(tx, { issuer, subject, userId }))) throw codeTooOld()
      })
      return secondFactor.signIn(user, device)
    },
  }
}

/** The part of an error that is logged: the error itself may contain a whole token. */
function reasonOf(error: unknown): Error {
  const { message, code = '' } = error as { message: string; code?: string }
  return new Error(`${code} ${message}`.trim())
}

function codeTooOld(): ShopError {
  return invalid({ code: ['error.signInTooOld'] })
}

/** OpenID Connect allows 255 ASCII characters; nothing else is ever stored. */
function isSubject(subject: string): boolean {
  return /^[\x20-\x7e]{1,255}$/.test(subject)
}
