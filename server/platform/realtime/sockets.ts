/** The WebSocket endpoint: accepts sockets, checks that they are alive, and closes them. */
import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Admission, createAdmission } from './admission.ts'
import { CLOSING_MS, closeGradually } from './drain.ts'
import type { Hub } from './hub.ts'
import { check } from './liveness.ts'
import { type Context, receive } from './messages.ts'
import { CODE, errorFrame, establishedFrame, eventFrame } from './protocol.ts'
import { isAllowedFrame, type Owner, type Watched, watchSocket } from './watched-socket.ts'

export function createSockets(context: Context, admission: Omit<Admission, 'limits'>) {
  const { hub, limits } = context
  const server = createServer(limits.frameBytes)
  const open = new Map<Watched, WebSocket>()
  const admit = createAdmission({ ...admission, limits })
  let isDraining = false
  let cut = 0

  const owner: Owner = {
    limits,
    has: (connection) => open.has(connection),
    forget(connection) {
      open.delete(connection)
      hub.remove(connection)
      connection.releaseSlot()
    },
    cutOff(connection, socket) {
      owner.forget(connection)
      cut++
      socket.terminate()
    },
  }

  function accept(socket: WebSocket, request: IncomingMessage): void {
    // Protocol errors close the socket with their own code and need no handling.
    socket.on('error', () => {})
    const verdict = admit(request, { connections: open.size, isDraining })
    if ('rejection' in verdict) {
      const { code, reason } = verdict.rejection
      // The handshake is completed before the close: an HTTP rejection would make clients reconnect in a storm, and so
      // would a code from 4200.
      socket.send(errorFrame(code, reason))
      socket.close(code, reason)
      return
    }
    const { release: releaseSlot } = verdict
    const connection = watchSocket(socket, { id: freeSocketId(hub), releaseSlot }, owner)
    open.set(connection, socket)
    hub.add(connection)
    hear(connection, socket)
    connection.send(establishedFrame(connection.id, limits.activityMs))
  }

  function hear(connection: Watched, socket: WebSocket): void {
    socket.on('message', (data, isBinary) => {
      if (!isAllowedFrame(connection, socket, owner)) return
      if (isBinary) connection.close(CODE.binary, 'Only text frames are supported')
      else receive(connection, data.toString(), context)
    })
    for (const sign of ['ping', 'pong'] as const) {
      socket.on(sign, () => void isAllowedFrame(connection, socket, owner))
    }
    socket.on('close', () => owner.forget(connection))
  }

  const sweeper = setInterval(() => {
    const now = performance.now()
    for (const [connection, socket] of open) examine(connection, socket, { owner, now })
  }, limits.sweepMs)
  sweeper.unref()

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      server.handleUpgrade(request, socket, head, accept)
    },

    /** The number of sockets cut off because their clients were not reading. */
    cut: (): number => cut,

    /** Rejects new sockets and gradually closes the open ones. */
    async close(): Promise<void> {
      isDraining = true
      clearInterval(sweeper)
      await closeGradually([...open], limits.drainMs)
    },
  }
}

function createServer(maxPayload: number): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
    closeTimeout: CLOSING_MS,
  }
  return new WebSocketServer(options)
}

function freeSocketId(hub: Hub): string {
  for (;;) {
    const id = `${randomInt(1, 2 ** 47)}.${randomInt(1, 2 ** 47)}`
    if (!hub.find(id)) return id
  }
}

function examine(
  connection: Watched,
  socket: WebSocket,
  { owner, now }: { owner: Owner; now: number },
): void {
  const { channels, signedInAs, vitals } = connection
  const isUsed = channels.size > 0 || signedInAs !== null
  const activity = { bufferedBytes: socket.bufferedAmount, isUsed }
  switch (check(vitals, activity, { now, limits: owner.limits })) {
    case 'stalled':
      owner.cutOff(connection, socket)
      break
    case 'idle':
      // Clients reconnect immediately after any 42xx code, so they can still subscribe later, and an unused client
      // reconnects at most once per idle period. This code also identifies the reason.
      connection.close(CODE.inactive, 'Neither signed in nor subscribed to a channel')
      break
    case 'dead':
      connection.close(CODE.noPong, 'No reply to a ping')
      break
    case 'silent':
      connection.send(eventFrame('pusher:ping', '{}'))
      socket.ping()
  }
}
