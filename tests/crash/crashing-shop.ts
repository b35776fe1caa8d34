/** A shop whose process or database is killed again and again under load. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { endPrograms, type Program, runProgram } from '#tests/kit/program.ts'
import { Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { ClientLog, type Sent } from './client-log.ts'
import { Clients, stock } from './clients.ts'
import { checkLog, type Verdict } from './oracle.ts'

const KILLED_WITHIN_MS = volume(300, 1950)

export class CrashingShop {
  #folder = ''
  readonly #isEmbedded: boolean
  #url: string | null
  readonly #detour: string | null
  #drop = async () => {}
  #clients: Clients | null = null
  #log: ClientLog | null = null

  /**
   * @param place `embedded`, the URL of an empty database that the caller removes, or null to create a database.
   * @param detour another URL of the same database for the shop's process, for example through a proxy.
   */
  constructor(place: string | null = null, detour: string | null = null) {
    this.#isEmbedded = place === 'embedded'
    this.#url = this.#isEmbedded ? null : place
    this.#detour = detour
  }

  async open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'barq-crash-'))
    if (!this.#isEmbedded && !this.#url) {
      const { url, drop } = await createTestDatabase()
      this.#url = url
      this.#drop = drop
    }
    const db = await this.#openData()
    await migrate(db)
    const shop = Shop.over(db)
    const { people, goods } = await stock(shop)
    await shop.close()
    this.#log = new ClientLog(join(this.#folder, 'clients.jsonl'))
    this.#clients = new Clients(people, goods, this.#log)
  }

  async close(): Promise<void> {
    endPrograms()
    this.#log?.close()
    await this.#drop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /**
   * Kills the process repeatedly, and stops after the first kill that causes a complaint.
   * @param killMore kills other processes at the same moment, such as the embedded PostgreSQL.
   */
  async crash(kills: number, killMore = async () => {}): Promise<Verdict> {
    for (let kill = 1; ; kill++) {
      const { program, address } = await this.start()
      await this.clients.resend(address)
      const stop = new AbortController()
      const running = this.clients.run(address, stop.signal)
      await pause(50 + Math.random() * KILLED_WITHIN_MS)
      // Without a payment, there would be no invoice to lose.
      await this.untilTaken('pay', 1)
      program.child.kill('SIGKILL')
      await killMore()
      await program.ended
      await running
      const verdict = await this.checkRemains()
      if (kill === kills || verdict.complaints.length > 0) return verdict
    }
  }

  /**
   * Breaks the database under load, and waits until the same process serves again.
   * @returns the verdict on the data, and the number of clients that received no response, or a non-JSON one.
   */
  async outage(address: string, work: () => Promise<void>): Promise<Verdict & { gaveUp: number }> {
    const stop = new AbortController()
    const running = this.clients.run(address, stop.signal)
    await work()
    await untilReady(address)
    stop.abort()
    const gaveUp = await running
    await this.clients.resend(address)
    return { ...(await this.checkRemains()), gaveUp }
  }

  async start(): Promise<{ program: Program; address: string }> {
    const program = runProgram({
      DATA_DIR: this.dataDir,
      PORT: String(await freePort()),
      AUTO_CONFIRM_AFTER: 'off',
      UNPAID_ORDERS_MAX: 'off',
      LOG_LEVEL: 'error',
      ...(this.#url && { DATABASE_URL: this.#detour ?? this.#url }),
    })
    return { program, address: await program.open }
  }

  get clients(): Clients {
    if (!this.#clients) throw new Error('call open() first')
    return this.#clients
  }

  async untilTaken(what: Sent['what'], count: number): Promise<void> {
    while (this.taken(what) < count) await pause(10)
  }

  taken(what: Sent['what']): number {
    return this.#log?.taken(what) ?? 0
  }

  /** Checks the data against the clients' log. After a kill, it is as the process left it: none has started since. */
  async checkRemains(): Promise<Verdict> {
    const log = this.#log
    if (!log) throw new Error('call open() first')
    return this.look(({ root }) =>
      root
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => checkLog(tx, log)),
    )
  }

  /** Reads the data. Stop the shop first: two processes must not open an embedded database. */
  async look<T>(read: (db: Database) => Promise<T>): Promise<T> {
    const db = await this.#openData()
    try {
      return await read(db)
    } finally {
      await db.close()
    }
  }

  get dataDir(): string {
    return join(this.#folder, 'data')
  }

  #openData(): Promise<Database> {
    return openDatabase({ databaseUrl: this.#url, dataDir: this.dataDir })
  }
}

export async function untilReady(address: string): Promise<void> {
  while ((await fetch(`${address}/readyz`)).status !== 200) await pause(20)
}
