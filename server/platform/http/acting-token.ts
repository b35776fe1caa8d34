/** The id of the session of the API token that makes the current call, for the audit log. */
import { AsyncLocalStorage } from 'node:async_hooks'

const sessions = new AsyncLocalStorage<number>()

/** @param session the id of the API token's session; null for a call by a person or without a caller. */
export function runBy<T>(session: number | null, call: () => T): T {
  return session === null ? call() : sessions.run(session, call)
}

export function actingToken(): number | null {
  return sessions.getStore() ?? null
}
