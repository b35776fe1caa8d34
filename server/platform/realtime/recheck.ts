import { ADMIN_CHANNEL } from '#contract/events.ts'
import type { Rules } from './engine.ts'
import type { Connection, Hub } from './hub.ts'
import { CODE } from './protocol.ts'

/** How soon sockets are rechecked after a failed check, because revocations are not sent again. */
const RECHECK_AGAIN_MS = 2_000
/** The maximum number of sessions per lookup, not counting those that other callers add to its statement. */
const SESSIONS_AT_ONCE = 1_000

export interface RecheckParts {
  hub: Hub
  rules: Rules
  everyMs: number
  warn(error: unknown, what: string): void
}

export function createRechecks({ hub, rules, everyMs, warn }: RecheckParts) {
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  /**
   * Closes sockets whose sessions have ended, and those in the admin channel whose users may no longer read orders. If
   * the database does not respond, all sockets are rechecked shortly afterwards.
   */
  function recheck(connections: readonly Connection[]): void {
    closeEnded(connections, rules).catch((error: unknown) => {
      warn(error, 'the sessions of open sockets could not be checked')
      if (!isClosed) again ??= setTimeout(recheckAgain, RECHECK_AGAIN_MS).unref()
    })
  }

  function recheckAll(): void {
    recheck([...hub.all()])
  }

  function recheckAgain(): void {
    again = undefined
    recheckAll()
  }

  const timer = setInterval(recheckAll, everyMs)
  timer.unref()

  return {
    recheck,
    recheckAll,
    close(): void {
      isClosed = true
      clearInterval(timer)
      clearTimeout(again)
    },
  }
}

async function closeEnded(connections: readonly Connection[], rules: Rules): Promise<void> {
  const ids = [...new Set(connections.flatMap(({ sessions }) => [...sessions.keys()]))]
  for (let start = 0; start < ids.length; start += SESSIONS_AT_ONCE) {
    const asked = new Set(ids.slice(start, start + SESSIONS_AT_ONCE))
    const alive = await rules.aliveSessions([...asked])
    for (const connection of connections) {
      const isInAdminChannel = connection.channels.has(ADMIN_CHANNEL)
      for (const id of connection.sessions.keys()) {
        if (!asked.has(id)) continue
        const session = alive.get(id)
        if (!session || (isInAdminChannel && !session.readsOrders)) {
          connection.close(CODE.unauthorized, 'The session has ended or may no longer read orders')
        }
      }
    }
  }
}
