/** A proxy in front of a shop's database that can cut connections, or keep them open without forwarding anything. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { urlOf } from './databases.ts'

interface Connection {
  socket: Socket
  onward: Socket
}

/** The port stays the same after `cut` and `reopen`. */
export class DatabaseLine {
  readonly #db: Database
  readonly #name: string
  readonly #target = new URL(inject('postgresUrl') ?? '')
  readonly #connections = new Set<Connection>()
  #server: Server | null = null
  #port = 0
  url = ''

  private constructor(db: Database, name: string) {
    this.#db = db
    this.#name = name
  }

  /** @param name the `application_name` of the connections through the proxy */
  static async open(db: Database, name: string): Promise<DatabaseLine> {
    const line = new DatabaseLine(db, name)
    await line.reopen()
    const url = new URL(await urlOf(db))
    url.host = `127.0.0.1:${line.#port}`
    url.searchParams.set('application_name', name)
    line.url = url.href
    return line
  }

  async reopen(): Promise<void> {
    const { hostname: host, port } = this.#target
    const server = createServer((socket) => {
      const onward = connect({ host, port: Number(port || 5432) })
      for (const end of [socket, onward]) end.on('error', () => {})
      this.#connections.add({ socket, onward })
      socket.pipe(onward).pipe(socket)
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const connection of this.#connections) end(connection)
    this.#connections.clear()
    await closed
  }

  /**
   * @returns functions for the connection that runs LISTEN: `cut` closes it, `hold` stops forwarding without closing
   * it.
   */
  async listener(): Promise<{ cut(): void; hold(): void }> {
    const { rows } = await sql<{ port: number }>`
      select client_port as port from pg_stat_activity
      where application_name = ${this.#name}
        and (query like 'listen%' or query like '%pg_notify%')`.execute(this.#db.run)
    const ports = rows.map(({ port }) => port)
    const found = [...this.#connections].filter(
      ({ onward }) => onward.localPort !== undefined && ports.includes(onward.localPort),
    )
    return { cut: () => found.forEach(end), hold: () => found.forEach(hold) }
  }
}

function end({ socket, onward }: Connection): void {
  socket.destroy()
  onward.destroy()
}

function hold({ socket, onward }: Connection): void {
  socket.unpipe().pause()
  onward.unpipe().pause()
}
