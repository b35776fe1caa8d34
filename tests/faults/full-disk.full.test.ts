/**
 * R8: one after the other, the disk of the embedded database, of the tables, of their write-ahead
 * log, of the uploads, of the mails and of the process's log is full. Writes are refused, reads go on, and the shop recovers
 * without a restart when there is room.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { type Cluster, createCluster } from '#tests/kit/postgres-server.ts'
import { endPrograms, type Program, runProgram } from '#tests/kit/program.ts'
import { type Person, Shop } from '#tests/kit/shop.ts'

const run = promisify(execFile)
const REFUSALS = 5
const TRIES_MAX = 4_000
/** Enough requests for the log to need more room than it has. */
const GOES_ON_TRIES = 20
/** How long PostgreSQL may take to recover. */
const BACK_MS = 30_000

interface Place {
  /** The whole data folder of a shop with the embedded database. */
  isEmbedded?: boolean
  /** What is on the small disk. */
  what: string
  /** The folder, relative to the data folder. */
  folder: string
  sizeMb: number
  /** The kind of write that needs room there. */
  write: 'order' | 'upload'
  /** Whether these writes succeed even on a full disk. */
  goesOn?: boolean
  /** PostgreSQL may shut down when its log cannot grow: then no read of it is served. */
  maySilence?: boolean
}

const PLACES: Place[] = [
  {
    isEmbedded: true,
    what: 'the embedded database',
    folder: '.',
    sizeMb: 128,
    write: 'order',
    maySilence: true,
  },
  { what: 'the tables', folder: 'tables', sizeMb: 64, write: 'order' },
  { what: 'the write-ahead log', folder: 'wal', sizeMb: 64, write: 'order', maySilence: true },
  { what: 'the uploads', folder: 'media', sizeMb: 64, write: 'upload' },
  { what: 'the mails', folder: 'outbox', sizeMb: 64, write: 'order', goesOn: true },
  { what: 'the log', folder: 'log', sizeMb: 1, write: 'upload', goesOn: true },
]

const CANNOT_MOUNT = await whyNotMount()

describe('a full disk', () => {
  it.skipIf(!CANNOT_MOUNT)('can be tried on this machine', ({ skip }) => skip(CANNOT_MOUNT))

  describe.skipIf(CANNOT_MOUNT).each(PLACES)('under $what', (place) => {
    const scene = new Scene(place)
    beforeAll(() => scene.open(), 60_000)
    afterAll(() => scene.close())

    it('refuses writes, serves reads, and heals by itself', {
      timeout: 180_000,
    }, async () => {
      expect((await scene.write()).status, scene.printed()).toBeLessThan(300)
      await scene.fill()

      const refused = await scene.writeUntilRefused()

      expect([...new Set(refused)]).toEqual(place.goesOn ? [] : [503])
      const reads = await scene.settledReads()
      const isSilent = place.maySilence && !scene.clusterRuns
      for (const status of reads) expect(isSilent ? [200, 503] : [200]).toContain(status)
      expect(scene.isAlive, scene.printed()).toBe(true)

      const logged = scene.printed().length
      await scene.free()
      expect(await scene.untilWritten(), scene.printed()).toBeLessThan(300)
      const remains = await scene.stopAndCheck()

      expect(remains).toEqual({ lost: [], violations: [], partial: [], torn: [] })
      // The lines that waited for room were written, not only that of the last upload.
      if (place.folder === 'log') expect(scene.printed().length).toBeGreaterThan(logged + 2_000)
    })
  })
})

/** A shop with one folder on a small disk. */
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
      // Small segments, so that the disk is soon full.
      { max_wal_size: '32MB', min_wal_size: '32MB', autovacuum: 'off' },
      {
        ...(folder === 'tables' && { data: this.#small }),
        ...(folder === 'wal' && { wal: this.#small }),
      },
    )
    await this.#cluster.start()
  }

  async #startProgram(): Promise<void> {
    const env = {
      DATA_DIR: this.#folder,
      PORT: String(await freePort()),
      UNPAID_ORDERS_MAX: 'off',
      ...(this.#cluster && { DATABASE_URL: this.#cluster.url }),
    }
    // At this level each upload is logged.
    const traced = { ...env, LOG_LEVEL: 'trace' }
    this.#program =
      this.#place.folder === 'log'
        ? runProgram(traced, undefined, join(this.#small, 'barq.log'))
        : runProgram(env)
    this.#address = await this.#program.open
  }

  async close(): Promise<void> {
    // PostgreSQL cannot shut down properly without room.
    await this.free()
    endPrograms()
    await this.#program?.ended
    await this.#cluster?.stop()
    // An embedded database that could not end would keep it busy.
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

  write(): Promise<{ status: number }> {
    return this.#place.write === 'order' ? this.#order() : this.#upload()
  }

  async #order(): Promise<{ status: number }> {
    const orders = [{ Product: this.productId, quantity: 1 }]
    const reply = await this.#call('/api/user/order', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orders }),
    })
    const { data } = (await reply.json()) as { data?: Array<{ id: number }> }
    if (reply.status === 201) this.#ordered.push(data?.[0]?.id ?? 0)
    return reply
  }

  async #upload(): Promise<{ status: number }> {
    const picture = sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
    const { payload, headers } = multipart('image', await picture.png().toBuffer())
    const body = new Uint8Array(payload)
    const reply = await this.#call('/api/auth/upload_images', { method: 'POST', headers, body })
    await reply.json()
    return reply
  }

  #call(path: string, request: RequestInit = {}): Promise<Response> {
    const headers = { ...request.headers, authorization: `Bearer ${this.#person?.token}` }
    return fetch(`${this.#address}${path}`, { ...request, headers })
  }

  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#small)
    await writeFile(join(this.#small, 'ballast'), Buffer.alloc(bavail * bsize)).catch(() => {})
    // To the last byte: a write that fails halfway leaves some room.
    expect((await statfs(this.#small)).bavail).toBe(0)
  }

  /** A database first uses the room in its existing files, so the first error takes a while. */
  async writeUntilRefused(): Promise<number[]> {
    const refused: number[] = []
    const tries = this.#place.goesOn ? GOES_ON_TRIES : TRIES_MAX
    for (let time = 0; time < tries && refused.length < REFUSALS; time++) {
      const { status } = await this.write()
      if (status >= 300) refused.push(status)
    }
    return refused
  }

  /**
   * One public read and one read of a customer. A PostgreSQL that could not write its log drops its
   * connections and tries to recover: the result can change until it runs again or has shut down.
   * @returns their statuses once that is settled.
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

  /** Restarts PostgreSQL as a supervisor would; the shop is not restarted. */
  async untilWritten(): Promise<number> {
    if (this.#cluster && !this.clusterRuns) await this.#cluster.start()
    for (const deadline = Date.now() + BACK_MS; ; await pause(100)) {
      const { status } = await this.write()
      if (status !== 503 || Date.now() > deadline) return status
    }
  }

  /**
   * Stops the shop properly and checks its data.
   * @returns acknowledged orders that the database does not have, broken invariants, pictures that
   *   nothing shows, and incomplete lines of the log.
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
        partial: await this.#picturesOfNobody(db),
        torn: this.printed().split('\n').filter(isTorn),
      }
    } finally {
      await db.close()
    }
  }

  async #picturesOfNobody(db: Database): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`
      select picture_key as key from app_user where picture_key is not null`.execute(db.run)
    const shown = new Set(rows.map(({ key }) => key))
    const kept = await readdir(join(this.#folder, 'media')).catch(() => [] as string[])
    return kept.filter((name) => name !== 'ballast' && !shown.has(name))
  }

  #openData(): Promise<Database> {
    return openDatabase({ databaseUrl: this.#cluster?.url ?? null, dataDir: this.#folder })
  }
}

/** The greeting is plain sentences; after it every line is one JSON text. */
function isTorn(line: string): boolean {
  if (!line.startsWith('{')) return line.includes('"level"')
  try {
    JSON.parse(line)
    return false
  } catch {
    return true
  }
}

/** @returns the reason, empty when this machine can mount a small disk. */
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
