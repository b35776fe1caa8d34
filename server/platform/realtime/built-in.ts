/** The engine that needs no external service: this process's own Pusher endpoint. */
import type { Binding, Bus } from './bus.ts'
import type { Engine, Rules } from './engine.ts'
import { createHttpApi } from './http-api.ts'
import { createHub } from './hub.ts'
import { type Listening, listen } from './listen.ts'
import { CODE, eventFrame } from './protocol.ts'
import { createQuestions } from './questions.ts'
import type { RealtimeSettings } from './realtime.settings.ts'
import { createRechecks } from './recheck.ts'
import type { Signer } from './signature.ts'
import { createSockets } from './sockets.ts'

export interface BuiltInParts {
  settings: RealtimeSettings
  signer: Signer
  bus: Bus
  /** Calls `listener` with false once broadcasts may be missed, and with true once all arrive again. */
  onBusReliable(listener: (isReliable: boolean) => void): void
  rules: Rules
  isOriginAllowed(origin: string): boolean
  trustProxy: boolean
  /** Receives the errors of background work, which nothing awaits. */
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
  const questions = createQuestions(bus)
  const rechecks = createRechecks({ hub, rules, everyMs: limits.recheckMs, warn })
  const httpApi = createHttpApi(settings, hub, bus, warn)
  let listening: Listening | null = null

  bus.onBroadcast((broadcast) => {
    if (broadcast.kind === 'message') hub.deliver(broadcast.message)
    else if (broadcast.kind === 'terminate') terminate(broadcast.userId)
    else if (broadcast.kind === 'bound') questions.found(broadcast.question)
    else if (bindHere(broadcast.binding)) {
      const { question } = broadcast
      bus
        .send([{ kind: 'bound', question }])
        .catch((error) => warn(error, 'a reply to another process could not be sent'))
    }
  })

  bus.onMissed(hub.quietTimes.noteUnknown)

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

  /**
   * Rechecks all sessions and reconfirms all subscriptions, which makes clients fetch their data: revocations and
   * events may have been missed while the bus was down.
   */
  function catchUp(): void {
    rechecks.recheckAll()
    for (const connection of hub.all()) {
      for (const channel of connection.channels) {
        connection.send(eventFrame('pusher_internal:subscription_succeeded', '{}', channel))
      }
    }
  }

  parts.onBusReliable((isReliable) => {
    hub.quietTimes.setReliable(isReliable)
    if (isReliable) catchUp()
  })

  return {
    publish: (messages) =>
      bus.send(messages.map((message) => ({ kind: 'message' as const, message }))),

    async bind(binding) {
      return bindHere(binding) || questions.ask(binding)
    },

    revoke(userId) {
      const concerned = [...hub.all()].filter(({ sessions }) =>
        [...sessions.values()].includes(userId),
      )
      rechecks.recheck(concerned)
    },

    upgrade: sockets.upgrade,

    async listen(at) {
      listening = await listen(at, { request: httpApi, upgrade: sockets.upgrade })
      return listening.port
    },

    figures: () => ({ ...hub.figures(), cut: sockets.cut() }),

    async close() {
      rechecks.close()
      // The port stays open until the sockets are closed. A returning client then gets a 4100 and retries after a
      // second, whereas pusher-js waits 15 seconds if the port refuses the connection.
      await sockets.close()
      await listening?.close()
    },
  }
}
