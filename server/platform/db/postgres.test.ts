/** The connection that listens, over a line that can be cut and stay cut. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { describeShop } from '../../testing/shop.ts'
import { createDatabase, type Database } from './database.ts'
import { openPostgres } from './postgres.ts'

const CHANNEL = 'test_listener'
const NAME = 'listener-test'

describeShop(
  'the listener of a process',
  (shop) => {
    let line: Line
    let db: Database

    beforeAll(async () => {
      const url = new URL(inject('postgresUrl') ?? '')
      line = new Line(url)
      await line.open()
      const { rows } = await sql<{ name: string }>`
        select current_database() as name`.execute(shop.db.read)
      url.host = `127.0.0.1:${line.port}`
      url.pathname = `/${rows[0]?.name}`
      url.searchParams.set('application_name', NAME)
      db = createDatabase(await openPostgres(url.href))
    })

    afterAll(async () => {
      await db.close()
      await line.cut()
    })

    const notify = (payload: string) =>
      sql`select pg_notify(${CHANNEL}, ${payload})`.execute(shop.db.read)

    it('is one again, however often it was refused', async () => {
      const heard: string[] = []
      await db.engine.listen(CHANNEL, (payload) => heard.push(payload))

      await line.cut()
      await expect.poll(() => db.engine.listening()).toBe(false)
      // Three attempts are refused.
      await pause(1_800)
      await line.open()
      await expect.poll(() => db.engine.listening(), { timeout: 10_000 }).toBe(true)
      await pause(700)
      await notify('once')
      await notify('last')

      await expect.poll(() => heard.at(-1)).toBe('last')
      expect(heard).toEqual(['once', 'last'])
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where application_name = ${NAME} and query like 'listen%'`.execute(shop.db.read)
      expect(rows).toEqual([{ count: 1 }])
    })

    it('outlives a receiver that throws, and so do the other receivers', async () => {
      const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
      const heard: string[] = []
      await db.engine.listen(CHANNEL, () => {
        throw new Error('not this one')
      })
      await db.engine.listen(CHANNEL, (payload) => heard.push(payload))

      await notify('nonsense')

      await expect.poll(() => heard).toEqual(['nonsense'])
      expect(warned).toHaveBeenCalledWith(expect.stringContaining('not this one'))
      warned.mockRestore()
    })
  },
  ['postgres'],
)

/** Leads to the database server, from the same port whenever it is open. */
class Line {
  readonly #target: { host: string; port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | null = null
  port = 0

  constructor({ hostname, port }: URL) {
    this.#target = { host: hostname, port: Number(port || 5432) }
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      const onward = connect(this.#target)
      for (const end of [socket, onward]) this.#sockets.add(end.on('error', () => {}))
      socket.pipe(onward).pipe(socket)
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
  }

  /** Ends every connection; new ones are refused. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    await closed
  }
}
