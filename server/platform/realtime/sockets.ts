/** The WebSocket side: admits sockets, watches that they are alive, and closes them. */
import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket, WebSocketServer } from 'ws'
import { createTake, type Take } from '../concurrency/token-bucket.ts'
import { type Admission, createAdmission } from './admission.ts'
import type { Connection } from './hub.ts'
import { type Context, receive } from './messages.ts'
import { CODE, errorFrame, establishedFrame, eventFrame } from './protocol.ts'

/** How long a closing handshake may take before the socket is cut. */
const CLOSING_MS = 1_000
/** Per socket when the process stops: pusher-js reconnects exactly a second after its close. */
const DRAIN_MS_PER_SOCKET = 4

/** A connection with the state that only this file needs. */
interface Watched extends Connection {
  lastHeard: number
  askedAt: number | null
  /** Since when something has been waiting to be read. */
  stalledSince: number | null
  /** Since when it has had no channel and no signed-in user. */
  idleSince: number | null
  takeFrame: Take
  excessFrames: number
  /** Lets another socket of its address in. */
  releaseSlot(): void
}

export function createSockets(context: Context, admission: Omit<Admission, 'limits'>) {
  const { hub, limits } = context
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    closeTimeout: CLOSING_MS,
  }
  const server = new WebSocketServer(options)
  const open = new Map<Watched, WebSocket>()
  const admit = createAdmission({ ...admission, limits })
  let isDraining = false
  let cut = 0

  function accept(socket: WebSocket, request: IncomingMessage): void {
    // Protocol errors close the socket with their own code; nothing else needs to be done.
    socket.on('error', () => {})
    const verdict = admit(request, { connections: open.size, isDraining })
    if ('refusal' in verdict) {
      const { code, reason } = verdict.refusal
      // Completed and then closed: an HTTP refusal or a code from 4200 makes clients storm.
      socket.send(errorFrame(code, reason))
      socket.close(code, reason)
      return
    }
    const connection = watch(socket, verdict.release)
    socket.on('message', (data, isBinary) => {
      if (!isAllowedFrame(connection, socket)) return
      if (isBinary) connection.close(CODE.binary, 'Text frames only')
      else receive(connection, data.toString(), context)
    })
    for (const sign of ['ping', 'pong'] as const) {
      socket.on(sign, () => void isAllowedFrame(connection, socket))
    }
    socket.on('close', () => forget(connection))
    connection.send(establishedFrame(connection.id, limits.activityMs))
  }

  /** Counts every frame, whatever its content. Frames beyond the limit are not handled. */
  function isAllowedFrame(connection: Watched, socket: WebSocket): boolean {
    connection.lastHeard = performance.now()
    if (!open.has(connection)) return false
    if (connection.takeFrame()) return true
    connection.send(errorFrame(CODE.messageRefused, 'Too many messages'))
    connection.excessFrames++
    if (connection.excessFrames >= limits.excessFramesPerSocket) {
      connection.close(CODE.messageRefused, 'Too many messages')
      // Frames that it sends until the close completes are ignored.
      socket.pause()
    }
    return false
  }

  function watch(socket: WebSocket, releaseSlot: () => void): Watched {
    const now = performance.now()
    const connection: Watched = {
      id: freeSocketId(),
      channels: new Set(),
      sessions: new Map(),
      signedInAs: null,
      refusals: 0,
      lastHeard: now,
      askedAt: null,
      stalledSince: null,
      idleSince: now,
      takeFrame: createTake(limits.framesAtOnce, limits.framesPerSecond),
      excessFrames: 0,
      releaseSlot,
      send(frame) {
        if (socket.readyState !== WebSocket.OPEN) return
        if (socket.bufferedAmount > limits.bufferBytes) cutOff(connection)
        else socket.send(frame, { binary: false })
      },
      close(code, reason) {
        if (!open.has(connection)) return
        forget(connection)
        if (code >= 4000) socket.send(errorFrame(code, reason))
        socket.close(code, reason)
      },
    }
    open.set(connection, socket)
    hub.add(connection)
    return connection
  }

  function freeSocketId(): string {
    for (;;) {
      const id = `${randomInt(1, 2 ** 47)}.${randomInt(1, 2 ** 47)}`
      if (!hub.find(id)) return id
    }
  }

  function forget(connection: Watched): void {
    open.delete(connection)
    hub.remove(connection)
    connection.releaseSlot()
  }

  /** Without a closing handshake: the peer does not read. */
  function cutOff(connection: Watched): void {
    const socket = open.get(connection)
    forget(connection)
    cut++
    socket?.terminate()
  }

  /** Checks all sockets, members of a channel or not. What we send does not prove them alive. */
  function sweep(): void {
    const now = performance.now()
    for (const [connection, socket] of open) {
      if (isStalled(connection, socket, now)) cutOff(connection)
      // Of all codes that make a client reconnect this is the one that gives the reason; it
      // reconnects at once, so that later subscriptions work, and at most once per idle time.
      else if (isIdle(connection, now)) connection.close(CODE.inactive, 'Subscribed to nothing')
      else askIfSilent(connection, socket, now)
    }
  }

  function isStalled(connection: Watched, socket: WebSocket, now: number): boolean {
    if (socket.bufferedAmount === 0) connection.stalledSince = null
    else connection.stalledSince ??= now
    return connection.stalledSince !== null && now - connection.stalledSince > limits.bufferMs
  }

  function isIdle(connection: Watched, now: number): boolean {
    if (connection.channels.size > 0 || connection.signedInAs !== null) connection.idleSince = null
    else connection.idleSince ??= now
    return connection.idleSince !== null && now - connection.idleSince > limits.idleMs
  }

  function askIfSilent(connection: Watched, socket: WebSocket, now: number): void {
    if (connection.askedAt !== null && connection.lastHeard > connection.askedAt) {
      connection.askedAt = null
    }
    if (connection.askedAt !== null) {
      if (now - connection.askedAt > limits.pongMs) {
        connection.close(CODE.noPong, 'No answer to a ping')
      }
    } else if (now - connection.lastHeard > limits.activityMs) {
      connection.askedAt = now
      connection.send(eventFrame('pusher:ping', '{}'))
      socket.ping()
    }
  }

  const sweeper = setInterval(sweep, limits.sweepMs)
  sweeper.unref()

  return {
    /** For the `upgrade` event of an HTTP server. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      server.handleUpgrade(request, socket, head, accept)
    },

    /** Sockets that were cut because their clients did not read. */
    cut: (): number => cut,

    /**
     * Refuses new sockets and closes the present ones with 1001, one after another, so that their
     * clients do not all reconnect at the same moment.
     */
    async close(): Promise<void> {
      isDraining = true
      clearInterval(sweeper)
      const leaving = [...open]
      const step = Math.min(DRAIN_MS_PER_SOCKET, limits.drainMs / leaving.length)
      const start = performance.now()
      for (const [index, [connection]] of leaving.entries()) {
        const wait = start + index * step - performance.now()
        if (wait > 1) await pause(wait)
        connection.close(CODE.goingAway, 'The server is stopping')
      }
      const isClosed = () => leaving.every(([, { readyState }]) => readyState === WebSocket.CLOSED)
      for (const end = performance.now() + CLOSING_MS; performance.now() < end && !isClosed(); ) {
        await pause(10)
      }
      for (const [, socket] of leaving) socket.terminate()
    },
  }
}
