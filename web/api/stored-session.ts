/**
 * The session in this browser. Alone in touching `access_token` and `account_type`. What is stored
 * decides, at every navigation and every call: a token that another tab or a script removed is gone
 * here too.
 */
import { useSyncExternalStore } from 'react'
import type { AccountType } from '#contract/accounts.ts'

const TOKEN_KEY = 'access_token'
const ACCOUNT_TYPE_KEY = 'account_type'

const listeners = new Set<() => void>()
/** What the listeners know of. */
let announced = accessToken()

// Signing in or out in one tab does so in the others.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === TOKEN_KEY) noticeSession()
})

/** The stored bearer token, null for a visitor. */
export function accessToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY)
  } catch {
    return null
  }
}

/** The stored bearer token; the component draws again when it comes or goes. */
export function useAccessToken(): string | null {
  return useSyncExternalStore(onSessionChange, accessToken)
}

/** Calls back whenever somebody signs in or out. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the listeners when the stored session is not the one they know of. */
export function noticeSession(): void {
  const token = accessToken()
  if (token === announced) return
  announced = token
  for (const listener of listeners) listener()
}

/** Remembers who signed in. */
export function storeSession(token: string, accountType: AccountType): void {
  localStorage.setItem(TOKEN_KEY, token)
  localStorage.setItem(ACCOUNT_TYPE_KEY, accountType)
  noticeSession()
}

/** Forgets the session of this browser; the server is told by `POST /api/auth/logout`. */
export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(ACCOUNT_TYPE_KEY)
  noticeSession()
}
