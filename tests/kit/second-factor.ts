import { codeAt, stepAt } from '#server/accounts/sign-in/totp.ts'
import type { Answer, Person, Shop } from './shop.ts'

export interface Enrolled {
  recovery: string[]
  /**
   * The current code (0), or the code of the next 30 seconds (1). The shop accepts each code once, at most one step
   * early or late, and no code older than the last accepted one.
   */
  code(steps: 0 | 1): string
}

/** Turns on a person's second factor with the current code. The next code remains unused. */
export async function enrol(shop: Shop, person: Person): Promise<Enrolled> {
  const code = await begin(shop, person)
  const { body } = await callOf(shop, person, '/confirm', code(0))
  return { recovery: body.recovery_codes, code }
}

/**
 * Starts setting up the app.
 * @returns the function that generates its codes.
 */
export async function begin(shop: Shop, person: Person): Promise<Enrolled['code']> {
  const { body } = await callOf(shop, person, '')
  return codesOf(body.secret)
}

/**
 * The function that generates an app's codes.
 * @param key in base32
 */
export function codesOf(key: string): Enrolled['code'] {
  const secret = fromBase32(key)
  return (steps) => codeAt(secret, stepAt(Date.now()) + steps)
}

export function callOf(shop: Shop, { token }: Person, path: string, code?: string) {
  return shop.call('POST', `/api/auth/second-factor${path}`, { token, body: { code } })
}

/** @param challenge from the response to the password */
export function finishSignIn(
  shop: Shop,
  challenge: string,
  code: string,
  address = '127.0.0.1',
): Promise<Answer> {
  const body = { challenge, code }
  return shop.call('POST', '/api/auth/login/second-factor', { body, address })
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
