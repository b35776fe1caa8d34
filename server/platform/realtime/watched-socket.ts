/** One admitted socket: what is sent to it, and how many frames it may send. */
import { WebSocket } from 'ws'
import { createTake, type Take } from '../concurrency/token-bucket.ts'
import type { Connection } from './hub.ts'
import { newVitals, type Vitals } from './liveness.ts'
import { CODE, errorFrame } from './protocol.ts'
import type { RealtimeLimits } from './realtime.settings.ts'

/** A connection with the state that only its owner needs. */
export interface Watched extends Connection {
  vitals: Vitals
  takeFrame: Take
  excessFrames: number
  /** Lets another socket from its address in. */
  releaseSlot(): void
}

/** Knows all sockets of this process. */
export interface Owner {
  limits: RealtimeLimits
  has(connection: Watched): boolean
  forget(connection: Watched): void
  /** Forgets the connection and ends it without a closing handshake. */
  cutOff(connection: Watched, socket: WebSocket): void
}

export function watchSocket(
  socket: WebSocket,
  { id, releaseSlot }: Pick<Watched, 'id' | 'releaseSlot'>,
  owner: Owner,
): Watched {
  const { limits } = owner
  const connection: Watched = {
    id,
    channels: new Set(),
    sessions: new Map(),
    signedInAs: null,
    rejections: 0,
    vitals: newVitals(performance.now()),
    takeFrame: createTake(limits.framesAtOnce, limits.framesPerSecond),
    excessFrames: 0,
    releaseSlot,
    send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return
      if (socket.bufferedAmount > limits.bufferBytes) owner.cutOff(connection, socket)
      else socket.send(frame, { binary: false })
    },
    close(code, reason) {
      if (!owner.has(connection)) return
      owner.forget(connection)
      if (code >= 4000) socket.send(errorFrame(code, reason))
      socket.close(code, reason)
    },
  }
  return connection
}

/** Counts every frame, whatever its content. Frames beyond the limit are not handled. */
export function isAllowedFrame(connection: Watched, socket: WebSocket, owner: Owner): boolean {
  connection.vitals.lastHeard = performance.now()
  if (!owner.has(connection)) return false
  if (connection.takeFrame()) return true
  connection.send(errorFrame(CODE.messageRefused, 'Too many messages'))
  connection.excessFrames++
  if (connection.excessFrames >= owner.limits.excessFramesPerSocket) {
    connection.close(CODE.messageRefused, 'Too many messages')
    // Frames that it sends until the close completes are ignored.
    socket.pause()
  }
  return false
}
