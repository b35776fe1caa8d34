/** Secrets that are issued once and stored as a hash only. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. A token is random, so it needs no salt and no slow hash. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
