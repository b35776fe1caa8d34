import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { BadLine } from './bad-line.ts'
import { urlOf } from './databases.ts'

/** A `BadLine` between a shop's database and an application. It finds the application's connections by their name. */
export class DatabaseLine extends BadLine {
  readonly #db: Database
  readonly #name: string

  private constructor(target: URL, db: Database, name: string) {
    super(target.href)
    this.#db = db
    this.#name = name
  }

  /** @param name the `application_name` of the connections through the line. */
  static async open(db: Database, name: string): Promise<DatabaseLine> {
    const target = new URL(await urlOf(db))
    target.searchParams.set('application_name', name)
    const line = new DatabaseLine(target, db, name)
    await line.open()
    return line
  }

  /** @returns functions for the connection that runs LISTEN: `cut` closes it, `hold` only stops forwarding. */
  async listener(): Promise<{ cut(): void; hold(): void }> {
    const { rows } = await sql<{ port: number }>`
      select client_port as port from pg_stat_activity
      where application_name = ${this.#name}
        and (query like 'listen%' or query like '%pg_notify%')`.execute(this.#db.run)
    const ports = rows.map(({ port }) => port)
    const found = [...this.pairs].filter(([, { localPort = 0 }]) => ports.includes(localPort))
    return {
      cut: () => found.flat().forEach((socket) => void socket.destroy()),
      hold: () => found.flat().forEach((socket) => void socket.pause()),
    }
  }
}
