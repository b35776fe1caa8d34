import { createHmac, timingSafeEqual } from 'node:crypto'

export type Signer = ReturnType<typeof createSigner>

export function createSigner({ key, secret }: { key: string; secret: string }) {
  /** The signature of the string in lowercase hex, as the protocol requires. */
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  return {
    hmac,

    /** The `auth` value for a string that has been checked: never sign a string that a caller could have shaped. */
    sign: (text: string): string => `${key}:${hmac(text)}`,

    /** Whether `auth` is the value that `sign` returns for the string; compares in constant time. */
    verify: (text: string, auth: unknown): boolean =>
      typeof auth === 'string' && isSame(`${key}:${hmac(text)}`, auth),
  }
}

/** Compares in a time that does not reveal where the strings differ. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The string whose signature authorizes a subscription. A channel's name has no colon, so the string can never be taken
 * for a string from `signInText`.
 */
export function subscriptionText(socketId: string, channel: string, channelData?: string): string {
  return channelData === undefined
    ? `${socketId}:${channel}`
    : `${socketId}:${channel}:${channelData}`
}

export function signInText(socketId: string, userData: string): string {
  return `${socketId}::user::${userData}`
}
