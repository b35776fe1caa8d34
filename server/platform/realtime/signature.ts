import { createHmac, timingSafeEqual } from 'node:crypto'

export type Signer = ReturnType<typeof createSigner>

export function createSigner({ key, secret }: { key: string; secret: string }) {
  /** The string's signature in lowercase hex, as required by the protocol. */
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  return {
    hmac,

    /** The `auth` value for a validated string. Never sign a string that a caller could have crafted. */
    sign: (text: string): string => `${key}:${hmac(text)}`,

    /** Whether `auth` is what `sign` returns for the string. Compares in constant time. */
    verify: (text: string, auth: unknown): boolean =>
      typeof auth === 'string' && isSame(`${key}:${hmac(text)}`, auth),
  }
}

/** Compares strings without revealing through timing where they differ. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The string whose signature authorizes a subscription. Channel names contain no colon, so it can never be mistaken for
 * a string from `signInText`.
 */
export function subscriptionText(socketId: string, channel: string, channelData?: string): string {
  return channelData === undefined
    ? `${socketId}:${channel}`
    : `${socketId}:${channel}:${channelData}`
}

export function signInText(socketId: string, userData: string): string {
  return `${socketId}::user::${userData}`
}
