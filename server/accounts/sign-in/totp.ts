/** Authenticator app codes: RFC 6238 with SHA-1, six digits, and a new code every 30 seconds. */
import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
/** How many steps a phone's clock may be off in either direction. */
const WINDOW = 1

/** @param time in milliseconds. */
export function stepAt(time: number): number {
  return Math.floor(time / STEP_MS)
}

export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** The step that a code belongs to, at most `WINDOW` steps from now; null for a wrong code. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  for (let step = stepAt(now) + WINDOW; step >= stepAt(now) - WINDOW; step--) {
    if (codeAt(secret, step) === code) return step
  }
  return null
}

/** Encodes a multiple of five bytes as base32 (RFC 4648), the form that apps and people enter. */
export function base32(bytes: Uint8Array): string {
  const digits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`).toString(32)
  return digits.padStart((bytes.length / 5) * 8, '0').replace(/./g, (digit) => {
    return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(digit, 32))
  })
}
