/** The session in this browser. Alone in touching `access_token` and `account_type`. */
import type { AccountType } from '#contract/accounts.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const TOKEN_KEY = 'access_token'
const ACCOUNT_TYPE_KEY = 'account_type'

const tokenStore = createStore<string | null>(readToken())

// Signing in or out in one tab does so in the others.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === TOKEN_KEY) tokenStore.set(readToken())
})

/** The stored bearer token, null for a visitor. */
export function accessToken(): string | null {
  return tokenStore.get()
}

/** The stored bearer token; the component draws again when it comes or goes. */
export function useAccessToken(): string | null {
  return useStore(tokenStore)
}

/** Calls back whenever somebody signs in or out. */
export function onSessionChange(listener: () => void): () => void {
  return tokenStore.subscribe(listener)
}

/** Remembers who signed in. */
export function storeSession(token: string, accountType: AccountType): void {
  localStorage.setItem(TOKEN_KEY, token)
  localStorage.setItem(ACCOUNT_TYPE_KEY, accountType)
  tokenStore.set(token)
}

/** Forgets the session of this browser; the server is told by `POST /api/auth/logout`. */
export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(ACCOUNT_TYPE_KEY)
  tokenStore.set(null)
}

function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY)
  } catch {
    return null
  }
}
