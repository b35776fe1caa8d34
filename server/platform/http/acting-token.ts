/** By which API token the call in progress is made, for the audit log, wherever the call leads. */
import { AsyncLocalStorage } from 'node:async_hooks'

const sessions = new AsyncLocalStorage<number>()

/** @param session of the API token; null when a person calls, or nobody. */
export function runBy<T>(session: number | null, call: () => T): T {
  return session === null ? call() : sessions.run(session, call)
}

/** @returns its session; null when a person calls, or nobody. */
export function actingToken(): number | null {
  return sessions.getStore() ?? null
}
