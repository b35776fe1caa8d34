/** Secrets that are issued once and stored only as a hash. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A token's stored form. Tokens are random, so they need neither a salt nor a slow hash. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
