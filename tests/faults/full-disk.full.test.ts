/**
 * R8: the disk that holds the embedded database, the tables or the write-ahead log fills up. Writes are rejected, reads
 * still work, and the shop recovers without a restart once there is space. Uploads are tested in
 * `upload-faults.full.test.ts`, the log in `log-output.test.ts`.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { type Cluster, createCluster } from '#tests/kit/postgres-server.ts'
import { endPrograms, type Program, runProgram } from '#tests/kit/program.ts'
import { type Person, Shop } from '#tests/kit/shop.ts'

const run = promisify(execFile)
const REFUSALS = 5
const TRIES_MAX = 4_000
/** How long PostgreSQL may take to recover, in milliseconds. */
const BACK_MS = 30_000

interface Place {
  /** Whether the small disk holds the whole data folder of a shop with the embedded database. */
  isEmbedded?: boolean
  what: string
  /** The mount point of the small disk, relative to the data folder. */
  folder: string
  sizeMb: number
  /** Whether reads may fail too: PostgreSQL can shut down if it cannot write its write-ahead log. */
  maySilence?: boolean
}

const PLACES: Place[] = [
  { what: 'the embedded database', isEmbedded: true, folder: '.', sizeMb: 128, maySilence: true },
  { what: 'the tables', folder: 'tables', sizeMb: 64 },
  { what: 'the write-ahead log', folder: 'wal', sizeMb: 64, maySilence: true },
]

const CANNOT_MOUNT = await whyNotMount()

describe('a full disk', () => {
  it.skipIf(!CANNOT_MOUNT)('can be tried on this machine', ({ skip }) => skip(CANNOT_MOUNT))

  describe.skipIf(CANNOT_MOUNT).each(PLACES)('under $what', (place) => {
    const scene = new Scene(place)
    beforeAll(() => scene.open(), 60_000)
    afterAll(() => scene.close())

    it('refuses writes, serves reads, and recovers on its own', {
      timeout: 180_000,
    }, async () => {
      expect(await scene.write(), scene.printed()).toBeLessThan(300)
      await scene.fill()

      const refused = await scene.writeUntilRefused()

      expect([...new Set(refused)]).toEqual([503])
      const reads = await scene.settledReads()
      const isSilent = place.maySilence && !scene.clusterRuns
      for (const status of reads) expect(isSilent ? [200, 503] : [200]).toContain(status)
      expect(scene.isAlive, scene.printed()).toBe(true)

      await scene.free()
      expect(await scene.untilWritten(), scene.printed()).toBeLessThan(300)
      const remains = await scene.stopAndCheck()

      expect(remains).toEqual({ lost: [], violations: [] })
    })
  })
})

class Scene {
  readonly #place: Place
  #folder = ''
  #small = ''
  #cluster: Cluster | null = null
  #program: Program | null = null
  #address = ''
  #person: Person | null = null
  #ordered: number[] = []
  productId = 0

  constructor(place: Place) {
    this.#place = place
  }

  async open(): Promise<void> {
    const { isEmbedded, folder, sizeMb } = this.#place
    this.#folder = await mkdtemp(join(tmpdir(), 'barq-disk-'))
    this.#small = join(this.#folder, folder)
    await mkdir(this.#small, { recursive: true })
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', this.#small])
    if (!isEmbedded) await this.#startCluster()
    const db = await this.#openData()
    await migrate(db)
    const shop = Shop.over(db)
    this.#person = await shop.customer()
    this.productId = await shop.product({ stock: 100_000 })
    await shop.close()
    await this.#startProgram()
  }

  async #startCluster(): Promise<void> {
    const { folder } = this.#place
    this.#cluster = await createCluster(
      // By default, the write-ahead log may grow to 1 GB, more than the small disk holds.
      { max_wal_size: '32MB', min_wal_size: '32MB', autovacuum: 'off' },
      {
        ...(folder === 'tables' && { data: this.#small }),
        ...(folder === 'wal' && { wal: this.#small }),
      },
    )
    await this.#cluster.start()
  }

  async #startProgram(): Promise<void> {
    this.#program = runProgram({
      DATA_DIR: this.#folder,
      PORT: String(await freePort()),
      UNPAID_ORDERS_MAX: 'off',
      ...(this.#cluster && { DATABASE_URL: this.#cluster.url }),
    })
    this.#address = await this.#program.open
  }

  async close(): Promise<void> {
    // PostgreSQL cannot shut down cleanly without free space.
    await this.free()
    endPrograms()
    await this.#program?.ended
    await this.#cluster?.stop()
    // Unmounts lazily, because an embedded database that could not shut down would keep the disk busy.
    await run('umount', ['--lazy', this.#small])
    await rm(this.#folder, { recursive: true, force: true })
  }

  get clusterRuns(): boolean {
    return this.#cluster?.isRunning ?? false
  }

  get isAlive(): boolean {
    return this.#program?.child.exitCode === null && this.#program.child.signalCode === null
  }

  printed(): string {
    return this.#program?.printed() ?? ''
  }

  async write(): Promise<number> {
    const orders = [{ Product: this.productId, quantity: 1 }]
    const reply = await this.#call('/api/user/order', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orders }),
    })
    const { data } = (await reply.json()) as { data?: Array<{ id: number }> }
    if (reply.status === 201) this.#ordered.push(data?.[0]?.id ?? 0)
    return reply.status
  }

  #call(path: string, request: RequestInit = {}): Promise<Response> {
    const headers = { ...request.headers, authorization: `Bearer ${this.#person?.token}` }
    return fetch(`${this.#address}${path}`, { ...request, headers })
  }

  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#small)
    await writeFile(join(this.#small, 'ballast'), Buffer.alloc(bavail * bsize)).catch(() => {})
    // A failed write is fine as long as it leaves no space free.
    expect((await statfs(this.#small)).bavail).toBe(0)
  }

  /**
   * Places orders until several have failed, which happens only once the space in the database's files is used up.
   * @returns the statuses of the failed orders.
   */
  async writeUntilRefused(): Promise<number[]> {
    const refused: number[] = []
    for (let time = 0; time < TRIES_MAX && refused.length < REFUSALS; time++) {
      const status = await this.write()
      if (status >= 300) refused.push(status)
    }
    return refused
  }

  /**
   * Repeats a public read and a customer's read until their statuses no longer change: if PostgreSQL cannot write its
   * log, it drops its connections and tries to recover.
   * @returns both statuses.
   */
  async settledReads(): Promise<number[]> {
    const paths = [`/api/products/${this.productId}`, '/api/user/order']
    for (const deadline = Date.now() + BACK_MS; ; await pause(100)) {
      const statuses = await Promise.all(paths.map((path) => this.#read(path)))
      const isServed = statuses.every((status) => status === 200)
      const mayChange = this.#place.maySilence && this.clusterRuns && Date.now() < deadline
      if (isServed || !mayChange) return statuses
      for (const status of statuses) expect([200, 503]).toContain(status)
    }
  }

  async #read(path: string): Promise<number> {
    const reply = await this.#call(path)
    await reply.json()
    return reply.status
  }

  async free(): Promise<void> {
    await rm(join(this.#small, 'ballast'), { force: true })
  }

  /**
   * Restarts PostgreSQL if necessary, as a supervisor would, but not the shop.
   * @returns the status of the last order.
   */
  async untilWritten(): Promise<number> {
    if (this.#cluster && !this.clusterRuns) await this.#cluster.start()
    for (const deadline = Date.now() + BACK_MS; ; await pause(100)) {
      const status = await this.write()
      if (status !== 503 || Date.now() > deadline) return status
    }
  }

  /**
   * Shuts the shop down cleanly and checks its data.
   * @returns the ids of acknowledged orders missing from the database, and the violated invariants.
   */
  async stopAndCheck() {
    this.#program?.child.kill('SIGTERM')
    expect((await this.#program?.ended)?.code).toBe(0)
    const db = await this.#openData()
    try {
      const { rows } = await sql<{ id: number }>`select id from orders`.execute(db.run)
      const stored = new Set(rows.map(({ id }) => id))
      return {
        lost: this.#ordered.filter((id) => !stored.has(id)),
        violations: await checkInvariants(db.run),
      }
    } finally {
      await db.close()
    }
  }

  #openData(): Promise<Database> {
    return openDatabase({ databaseUrl: this.#cluster?.url ?? null, dataDir: this.#folder })
  }
}

/** @returns why this machine cannot mount a small disk; an empty string if it can */
async function whyNotMount(): Promise<string> {
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  const folder = await mkdtemp(join(tmpdir(), 'barq-mount-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    await run('umount', [folder])
    return ''
  } catch (error) {
    return `mounting a small disk fails: ${(error as Error).message}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
