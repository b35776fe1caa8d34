/**
 * Creates challenges for passkeys and verifies their signatures. The library parses the formats; the database stores
 * challenges and counters, and accepts each only once (decision 0056).
 */
import type {
  CreationOptions,
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  RequestOptions,
} from '#contract/passkeys.ts'
import type { Handle } from '../../platform/db/database.ts'
import { newToken } from '../../platform/secret-token.ts'
import type { AccountParts } from '../account-parts.ts'
import * as store from './passkeys.store.ts'

/** Leaves time to fetch the security key, or the phone with the passkey. */
const CHALLENGE_SECONDS = 600
const TIMEOUT = CHALLENGE_SECONDS * 1000
/** EdDSA, ES256, RS256: the algorithms of common authenticators. */
const ALGORITHMS = [-8, -7, -257]
const PUBLIC_KEY = 'public-key'
const USER_VERIFICATION = 'preferred'

/** Imported on demand, since it is large and few requests need it. */
const library = () => import('@simplewebauthn/server')

interface Ceremony {
  holder: string
  userId: number
}

/** @param parts `publicUrl` is the origin that customers use: passkeys are bound to its host. */
export function createPasskeys({
  publicUrl,
  warn,
}: Pick<AccountParts, 'warn'> & { publicUrl: string }) {
  const rpId = new URL(publicUrl).hostname
  const expected = (db: Handle, { holder, userId }: Ceremony) => ({
    expectedOrigin: publicUrl,
    expectedRPID: rpId,
    // The first factor has already been checked, so the user's presence is enough.
    requireUserVerification: false,
    expectedChallenge: (challenge: string) =>
      store.takeChallenge(db, { holder, userId, challenge }),
  })

  async function begin(db: Handle, ceremony: Ceremony) {
    const challenge = newToken()
    await store.setChallenge(db, { ...ceremony, challenge, lifeSeconds: CHALLENGE_SECONDS })
    const kept = await store.findPasskeys(db, ceremony.userId)
    return {
      challenge,
      timeout: TIMEOUT,
      passkeys: kept.map(({ credentialId: id, transports }) => {
        return { id, type: PUBLIC_KEY, transports } as const
      }),
    }
  }

  return {
    /** Options for creating a passkey. @param names the account's and the shop's names, for the browser to show. */
    async offer(
      db: Handle,
      ceremony: Ceremony,
      names: { account: string; shop: string },
    ): Promise<CreationOptions> {
      const { passkeys, ...rest } = await begin(db, ceremony)
      return {
        ...rest,
        rp: { id: rpId, name: names.shop },
        user: {
          id: Buffer.from(String(ceremony.userId)).toString('base64url'),
          name: names.account,
          displayName: names.account,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: PUBLIC_KEY })),
        attestation: 'none',
        excludeCredentials: passkeys,
        authenticatorSelection: { residentKey: 'preferred', userVerification: USER_VERIFICATION },
      }
    },

    async ask(db: Handle, ceremony: Ceremony): Promise<RequestOptions> {
      const { passkeys, ...rest } = await begin(db, ceremony)
      return { ...rest, rpId, allowCredentials: passkeys, userVerification: USER_VERIFICATION }
    },

    /** @returns the created passkey; null if it does not match a challenge from `offer`. */
    async readNew(
      db: Handle,
      ceremony: Ceremony,
      { id, response }: NewPasskey,
    ): Promise<store.NewCredential | null> {
      const { verifyRegistrationResponse } = await library()
      const { transports = [], ...rest } = response
      const options = {
        ...expected(db, ceremony),
        response: asCredential(id, rest),
        supportedAlgorithmIDs: ALGORITHMS,
      }
      const { registrationInfo } = await verifyRegistrationResponse(options).catch(refused)
      if (!registrationInfo) return null
      const { id: credentialId, publicKey, counter } = registrationInfo.credential
      return { credentialId, publicKey, counter, transports }
    },

    /** Verifies a passkey's response to a challenge from `ask`, and uses up the challenge. */
    async isRight(
      db: Handle,
      ceremony: Ceremony,
      { id, response }: PasskeyAnswer,
    ): Promise<boolean> {
      const kept = await store.findPasskeys(db, ceremony.userId)
      const passkey = kept.find(({ credentialId }) => credentialId === id)
      if (!passkey) return false
      const { verifyAuthenticationResponse } = await library()
      const options = {
        ...expected(db, ceremony),
        response: asCredential(id, response),
        // With 0, the library accepts any counter; `setUsed` compares it in the statement that stores it.
        credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
      }
      const { verified, authenticationInfo } =
        await verifyAuthenticationResponse(options).catch(refused)
      if (!verified || !authenticationInfo) return false
      if (await store.setUsed(db, passkey.id, authenticationInfo.newCounter)) return true
      warn(
        new Error("the passkey's counter did not increase"),
        `passkey ${passkey.id} was rejected: it may have been copied`,
      )
      return false
    },
  }
}

export async function listPasskeys(db: Handle, userId: number): Promise<Passkey[]> {
  return (await store.findPasskeys(db, userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }))
}

const asCredential = <Response>(id: string, response: Response) =>
  ({ id, rawId: id, type: PUBLIC_KEY, clientExtensionResults: {}, response }) as const

/** The result for an invalid response, for which the library throws an error. */
const refused = () =>
  ({ verified: false, registrationInfo: undefined, authenticationInfo: undefined }) as const
