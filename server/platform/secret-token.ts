/** Secrets that are handed out once and kept as a hash only. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in 43 characters that an address may hold. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. It is random, so that no salt and no slow hash is needed. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
