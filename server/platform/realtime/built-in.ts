/** The engine that needs nothing else: this process's own Pusher endpoint. */
import { randomUUID } from 'node:crypto'
import { ADMIN_CHANNEL } from '#contract/events.ts'
import type { Binding, Bus } from './bus.ts'
import type { Engine, Rules } from './engine.ts'
import { createHttpApi } from './http-api.ts'
import { type Connection, createHub } from './hub.ts'
import { type Listening, listen } from './listen.ts'
import { CODE, eventFrame } from './protocol.ts'
import type { RealtimeSettings } from './realtime.settings.ts'
import type { Signer } from './signature.ts'
import { createSockets } from './sockets.ts'

/** Time for other processes to answer that a socket is theirs. */
const ANSWER_MS = 1_000
/** After a failed look-up: the missed events are not sent a second time. */
const RECHECK_AGAIN_MS = 2_000
/** Sessions looked up in one statement, including those of other callers at that time. */
const SESSIONS_AT_ONCE = 1_000

export interface BuiltInParts {
  settings: RealtimeSettings
  signer: Signer
  bus: Bus
  /** Calls `listener` when broadcasts may be missed from now on, and when they no longer are. */
  onBusReliable(listener: (isReliable: boolean) => void): void
  rules: Rules
  isOriginAllowed(origin: string): boolean
  trustProxy: boolean
  /** Receives failures that nobody awaits. */
  warn(error: unknown, what: string): void
}

export function createBuiltInEngine(parts: BuiltInParts): Engine {
  const { settings, signer, bus, rules, warn } = parts
  const { limits } = settings
  const hub = createHub()
  const sockets = createSockets(
    { hub, signer, limits },
    { key: settings.key, isOriginAllowed: parts.isOriginAllowed, trustProxy: parts.trustProxy },
  )
  const questions = new Map<string, (isFound: boolean) => void>()
  const httpApi = createHttpApi(settings, hub, bus, warn)
  let listening: Listening | null = null
  let isClosed = false

  bus.onBroadcast((broadcast) => {
    if (broadcast.kind === 'message') hub.deliver(broadcast.message)
    else if (broadcast.kind === 'terminate') terminate(broadcast.userId)
    else if (broadcast.kind === 'bound') questions.get(broadcast.question)?.(true)
    else if (bindHere(broadcast.binding)) {
      const { question } = broadcast
      bus.send([{ kind: 'bound', question }]).catch((error) => warn(error, 'answer not sent'))
    }
  })

  function terminate(userId: string): void {
    for (const connection of hub.all()) {
      if (connection.signedInAs === userId) connection.close(CODE.unauthorized, 'Signed out')
    }
  }

  function bindHere({ socketId, sessionId, userId }: Binding): boolean {
    const connection = hub.find(socketId)
    connection?.sessions.set(sessionId, userId)
    return connection !== undefined
  }

  async function askOthers(binding: Binding): Promise<boolean> {
    const question = randomUUID()
    let timer: NodeJS.Timeout | undefined
    const answer = new Promise<boolean>((resolve) => {
      questions.set(question, resolve)
      timer = setTimeout(resolve, ANSWER_MS, false)
    })
    try {
      await bus.send([{ kind: 'bind', question, binding }])
      return await answer
    } finally {
      clearTimeout(timer)
      questions.delete(question)
    }
  }

  /** Closes each of the sockets with a session that has ended or lost its right. */
  async function recheck(connections: readonly Connection[]): Promise<void> {
    const ids = [...new Set(connections.flatMap(({ sessions }) => [...sessions.keys()]))]
    for (let start = 0; start < ids.length; start += SESSIONS_AT_ONCE) {
      const asked = new Set(ids.slice(start, start + SESSIONS_AT_ONCE))
      const alive = await rules.aliveSessions([...asked])
      for (const connection of connections) {
        const isInAdminChannel = connection.channels.has(ADMIN_CHANNEL)
        for (const id of connection.sessions.keys()) {
          if (!asked.has(id)) continue
          const session = alive.get(id)
          if (!session || (isInAdminChannel && !session.isAdmin)) {
            connection.close(CODE.unauthorized, 'The session has ended')
          }
        }
      }
    }
  }

  let again: NodeJS.Timeout | undefined

  /** As `recheck`, and again with all sockets a little later when the database does not answer. */
  function recheckSurely(connections: readonly Connection[]): void {
    recheck(connections).catch((error: unknown) => {
      warn(error, 'sessions not rechecked')
      if (!isClosed) again ??= setTimeout(recheckAgain, RECHECK_AGAIN_MS).unref()
    })
  }

  function recheckAll(): void {
    recheckSurely([...hub.all()])
  }

  function recheckAgain(): void {
    again = undefined
    recheckAll()
  }

  /**
   * A revocation or an event may have been missed while the bus was down: sessions are looked up,
   * and clients receive their subscription's confirmation again, upon which they fetch their data.
   */
  function catchUp(): void {
    recheckAll()
    for (const connection of hub.all()) {
      for (const channel of connection.channels) {
        connection.send(eventFrame('pusher_internal:subscription_succeeded', '{}', channel))
      }
    }
  }

  parts.onBusReliable((isReliable) => {
    if (isReliable) catchUp()
  })
  const rechecks = setInterval(recheckAll, limits.recheckMs)
  rechecks.unref()

  return {
    publish: (messages) =>
      bus.send(messages.map((message) => ({ kind: 'message' as const, message }))),

    async bind(binding) {
      if (bindHere(binding)) return true
      return bus.reachesOthers ? askOthers(binding) : false
    },

    revoke(userId) {
      const concerned = [...hub.all()].filter(({ sessions }) =>
        [...sessions.values()].includes(userId),
      )
      recheckSurely(concerned)
    },

    upgrade: sockets.upgrade,

    async listen(at) {
      listening = await listen(at, { request: httpApi, upgrade: sockets.upgrade })
      return listening.port
    },

    figures: () => ({ ...hub.figures(), cut: sockets.cut() }),

    async close() {
      isClosed = true
      clearInterval(rechecks)
      clearTimeout(again)
      // The port stays open meanwhile: a client that returns gets 4100 and retries in a second,
      // whereas pusher-js waits 15 seconds after a port that refused it.
      await sockets.close()
      await listening?.close()
    },
  }
}
