/** The session id of the API token making the current request, for the audit log. */
import { AsyncLocalStorage } from 'node:async_hooks'

const sessions = new AsyncLocalStorage<number>()

/** @param session the API token's session id; null if the request comes from a person or is not authenticated. */
export function runBy<T>(session: number | null, call: () => T): T {
  return session === null ? call() : sessions.run(session, call)
}

export function actingToken(): number | null {
  return sessions.getStore() ?? null
}
