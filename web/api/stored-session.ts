/**
 * The session in this browser. Only this module accesses `access_token` and `account_type`, except that public/boot.js
 * also reads them. Every navigation and request reads the stored token, so a token removed by another tab or a script
 * is gone here, too.
 */
import { useSyncExternalStore } from 'react'
import type { SignedIn } from '#contract/accounts.ts'
import { stored } from '#web/ui/stored.ts'

const TOKEN_KEY = 'access_token'
const ACCOUNT_TYPE_KEY = 'account_type'

/** Prefix of the keys in session storage of unsent input, which is removed when the session ends. */
export const DRAFT_KEY = 'barq-draft-'

const listeners = new Set<() => void>()
let announced = accessToken()

// Signing in or out in one tab does the same in the others.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === TOKEN_KEY) noticeSession()
})

/** The stored bearer token, null for visitors. */
export function accessToken(): string | null {
  return stored(TOKEN_KEY)
}

/**
 * Whether the stored account type is that of staff. Used only for layout until the server responds, never for
 * authorization.
 */
export function seemsStaff(): boolean {
  return localStorage.getItem(ACCOUNT_TYPE_KEY) === 'admin'
}

export function useAccessToken(): string | null {
  // The server renders pages for visitors.
  return useSyncExternalStore(onSessionChange, accessToken, () => null)
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Notifies the listeners if the stored session has changed; its end removes all drafts, also those of forms not loaded.
 */
export function noticeSession(): void {
  const token = accessToken()
  if (token === announced) return
  announced = token
  if (token === null) forgetDrafts()
  for (const listener of listeners) listener()
}

function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(DRAFT_KEY)) sessionStorage.removeItem(key)
  }
}

export function storeSession({ access_token, account_type }: SignedIn): void {
  localStorage.setItem(TOKEN_KEY, access_token)
  localStorage.setItem(ACCOUNT_TYPE_KEY, account_type)
  noticeSession()
}

/** Removes the session from this browser; `POST /api/auth/logout` ends it on the server. */
export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(ACCOUNT_TYPE_KEY)
  noticeSession()
}
