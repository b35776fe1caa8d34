/** A software authenticator, which creates passkeys (ES256, no attestation) and signs with them. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  CreationOptions,
  NewPasskey,
  PasskeyAnswer,
  RequestOptions,
} from '#contract/passkeys.ts'
import type { Person, Shop } from './shop.ts'

const ORIGIN = 'http://localhost:3000'

const USER_PRESENT = 0x01
const HAS_CREDENTIAL = 0x40

export interface Authenticator {
  create(options: CreationOptions): NewPasskey
  /** @param use how many times the key has signed; 0 for an authenticator that does not count */
  sign(options: RequestOptions, use?: number, origin?: string): PasskeyAnswer
}

export function authenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  )
  return {
    create({ rp, challenge }) {
      const idLength = Buffer.from([0, id.length])
      const authData = Buffer.concat([
        head(rp.id, USER_PRESENT | HAS_CREDENTIAL, 0),
        Buffer.alloc(16),
        idLength,
        id,
        key,
      ])
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ])
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, ORIGIN),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign({ rpId, challenge }, use = 0, origin = ORIGIN) {
      const data = head(rpId, USER_PRESENT, use)
      const clientDataJSON = clientData('webauthn.get', challenge, origin)
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, hash]), privateKey).toString('base64url'),
        },
      }
    },
  }
}

/** Adds a person's first passkey, while their second factor is off. */
export async function addPasskey(
  shop: Shop,
  person: Person,
): Promise<Authenticator & { recovery: string[] }> {
  const made = authenticator()
  const { body } = await begin(shop, person)
  const { body: added } = await add(shop, person, made.create(body))
  return { ...made, recovery: added.recovery_codes }
}

/** @param proof such as a code; required if the second factor is on */
export const begin = (shop: Shop, { token }: Person, proof: Record<string, unknown> = {}) =>
  shop.call('POST', '/api/auth/second-factor/passkeys/options', { token, body: proof })

export const add = (shop: Shop, { token }: Person, passkey: NewPasskey, name = 'My phone') =>
  shop.call('POST', '/api/auth/second-factor/passkeys', { token, body: { name, passkey } })

/** The request options for a passkey that confirms a change to the person's second factor. */
export async function asked(shop: Shop, { token }: Person): Promise<RequestOptions> {
  return (await shop.call('POST', '/api/auth/second-factor/passkey-options', { token })).body
}

/**
 * The request options for a passkey that finishes a sign-in.
 * @param challenge from the response to the password.
 */
export async function askedAtSignIn(shop: Shop, challenge: string): Promise<RequestOptions> {
  return (await shop.call('POST', '/api/auth/login/passkey-options', { body: { challenge } })).body
}

function head(rpId: string, flags: number, use: number): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(use)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter])
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin })).toString('base64url')
}
