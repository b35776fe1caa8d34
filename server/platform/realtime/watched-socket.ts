import { WebSocket } from 'ws'
import { createTake, type Take } from '../concurrency/token-bucket.ts'
import type { Connection } from './hub.ts'
import { newVitals, type Vitals } from './liveness.ts'
import { CODE, errorFrame } from './protocol.ts'
import type { RealtimeLimits } from './realtime.settings.ts'

export interface Watched extends Connection {
  vitals: Vitals
  takeFrame: Take
  excessFrames: number
  /** Allows another socket from the same IP address to connect. */
  releaseSlot(): void
}

export interface Owner {
  limits: RealtimeLimits
  has(connection: Watched): boolean
  forget(connection: Watched): void
  /** Removes the connection and terminates it without a closing handshake. */
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

/**
 * Counts a frame, regardless of its contents.
 * @returns false if the frame must be ignored because it exceeds the limit or the socket is being closed.
 */
export function isAllowedFrame(connection: Watched, socket: WebSocket, owner: Owner): boolean {
  connection.vitals.lastHeard = performance.now()
  if (!owner.has(connection)) return false
  if (connection.takeFrame()) return true
  connection.send(errorFrame(CODE.messageRefused, 'Too many messages'))
  connection.excessFrames++
  if (connection.excessFrames >= owner.limits.excessFramesPerSocket) {
    connection.close(CODE.messageRefused, 'Too many messages')
    // Frames that arrive before the close completes are not read.
    socket.pause()
  }
  return false
}
