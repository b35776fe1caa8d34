import { type Answer, PASSWORD, type Shop } from './shop.ts'

export function register(
  shop: Shop,
  email: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = { username: 'New', email, password: PASSWORD, password_confirmation: PASSWORD }
  return shop.call('POST', '/api/auth/register', { body, headers })
}

export function login(
  shop: Shop,
  email: string,
  password = PASSWORD,
  address = '127.0.0.1',
): Promise<Answer> {
  return shop.call('POST', '/api/auth/login', { body: { email, password }, address })
}

export function askForLink(shop: Shop, email: string, address = '127.0.0.1'): Promise<Answer> {
  return shop.call('POST', '/api/auth/password/email', { body: { email }, address })
}

export function setPassword(
  shop: Shop,
  token: string,
  password: string,
  address = '127.0.0.1',
): Promise<Answer> {
  const body = { token, password, password_confirmation: password }
  return shop.call('POST', '/api/auth/password/reset', { body, address })
}

export function confirmEmail(shop: Shop, token: string): Promise<Answer> {
  return shop.call('POST', '/api/auth/email/confirm', { body: { token } })
}

export function undoEmail(shop: Shop, token: string): Promise<Answer> {
  return shop.call('POST', '/api/auth/email/undo', { body: { token } })
}
