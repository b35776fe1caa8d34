/** A proxy in front of PostgreSQL that injects network faults. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Fault =
  | 'none'
  /** Resets all connections, including new ones. */
  | 'reset'
  /** Refuses new connections and closes the open ones. */
  | 'refuse'
  /** Swallows all bytes, and never closes a connection. */
  | 'black hole'
  /** Delays every chunk by half a second. */
  | 'late'
  /** Lets 16 kB through per second. */
  | 'narrow'
  /** Forwards the next COMMIT, but resets the connection before the result arrives. */
  | 'cut after commit'

const NARROW_BYTES_MS = 16

export class BadLine {
  readonly #target: URL
  #server: Server | null = null
  /** The open connections: each client's socket, and the socket to the server. */
  protected readonly pairs = new Set<[Socket, Socket]>()
  #fault: Fault = 'none'
  #port = 0
  /** The number of COMMITs whose result was lost. */
  cuts = 0

  /** @param target the URL of the database, to whose server connections are forwarded. */
  constructor(target: string) {
    this.#target = new URL(target)
  }

  get url(): string {
    return Object.assign(new URL(this.#target), { hostname: '127.0.0.1', port: this.#port }).href
  }

  async open(): Promise<void> {
    this.#server = createServer((client) => this.#join(client))
    const server = this.#server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
  }

  async set(fault: Fault): Promise<void> {
    this.#fault = fault
    if (fault === 'reset') for (const pair of this.pairs) reset(pair)
    if (fault === 'refuse') await this.close()
    else if (!this.#server) await this.open()
    // Resets connections that lost bytes, because they cannot be used again.
    if (fault === 'none') for (const pair of this.pairs) if (swallowed.has(pair)) reset(pair)
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    for (const pair of this.pairs) for (const socket of pair) socket.destroy()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
  }

  #join(client: Socket): void {
    const server = connect(Number(this.#target.port || 5432), this.#target.hostname)
    const pair: [Socket, Socket] = [client, server]
    this.pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        this.pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
    if (this.#fault === 'reset') reset(pair)
    this.#pump(pair, client, server)
    this.#pump(pair, server, client)
  }

  #pump(pair: [Socket, Socket], from: Socket, to: Socket): void {
    let queue = Promise.resolve()
    from.on('data', (bytes) => {
      queue = queue.then(() => this.#pass(pair, from, to, bytes))
    })
  }

  async #pass(pair: [Socket, Socket], from: Socket, to: Socket, bytes: Buffer): Promise<void> {
    const [client] = pair
    if (this.#fault === 'black hole') return void swallowed.add(pair)
    if (this.#fault === 'late') await pause(500)
    if (this.#fault === 'narrow') await pause(bytes.length / NARROW_BYTES_MS)
    const isCommit = from === client && commits(bytes)
    if (this.#fault === 'cut after commit') {
      if (isCommit) committing.add(pair)
      else if (from !== client && committing.has(pair)) {
        this.cuts++
        this.#fault = 'none'
        return reset(pair)
      }
    }
    to.write(bytes)
  }
}

const swallowed = new WeakSet<[Socket, Socket]>()
const committing = new WeakSet<[Socket, Socket]>()

/** Names of the prepared statements that place an order. */
const placing = new Set<string>()

/** Whether the bytes contain COMMIT, or run the single statement that places an order and commits by itself. */
function commits(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  const name = /([\w-]{27})\0[^\0]*insert into order_batch/.exec(text)?.[1]
  if (name) placing.add(name)
  return /\bcommit\0/i.test(text) || [...placing].some((known) => text.includes(known))
}

function reset([client, server]: [Socket, Socket]): void {
  client.resetAndDestroy()
  server.destroy()
}
