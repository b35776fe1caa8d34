/**
 * S8: a restore is killed before each of its steps. Nobody opens a shop whose rows and pictures are not
 * of one time, and running it again completes it; what was there before is still there.
 */
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { backUp, type ShopPlace } from '../../platform/backup/backup.ts'
import { findUnfinished, mustBeWhole } from '../../platform/backup/unfinished.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { createPostgresDatabase, ENGINES, hasEngine, layTestPGlite } from '../engines.ts'
import { IS_SOAK } from '../patience.ts'
import { runProgram } from '../program.ts'
import { notTried, proven } from '../proof.ts'
import { runScript } from '../run-script.ts'

/** Of a run that is not for soaking: the last ones, in which the shop is changed. */
const LAST_STEPS = IS_SOAK ? Number.POSITIVE_INFINITY : 8

it.for(ENGINES)(
  'a restore that is killed is completed by running it again (%s)',
  {
    timeout: 600_000,
  },
  async (engine, { skip }) => {
    if (!hasEngine(engine)) {
      notTried('S8', 'no PostgreSQL here', engine)
      return skip()
    }
    const root = await mkdtemp(join(tmpdir(), 'barq-restore-'))
    try {
      const scene = await Scene.open(engine, root)
      const steps = await scene.countSteps()
      const first = Math.max(1, steps - LAST_STEPS + 1)
      const seen = { refused: 0, whole: 0 }
      for (let nth = first; nth <= steps; nth++) seen[await scene.killAndComplete(nth)]++

      expect(seen.refused).toBeGreaterThan(2)
      expect(seen.refused + seen.whole).toBe(steps - first + 1)
      proven({
        goal: 'S8',
        engine,
        volume: `a restore killed before ${steps - first + 1} of its ${steps} steps`,
        result: `${seen.whole} times the shop was whole, ${seen.refused} times it refused to start and said how to go on; run again it came back each time, and what was there before was kept`,
      })
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  },
)

/** A shop of old rows and pictures, again and again, into which a backup of new ones goes. */
class Scene {
  readonly #engine: (typeof ENGINES)[number]
  readonly #root: string
  #backup = ''
  #hasSeenStart = false

  private constructor(engine: (typeof ENGINES)[number], root: string) {
    this.#engine = engine
    this.#root = root
  }

  static async open(engine: (typeof ENGINES)[number], root: string): Promise<Scene> {
    const scene = new Scene(engine, root)
    await scene.#inShop('new', async (place) => {
      scene.#backup = (await backUp(place, join(root, 'backups'), () => {})).file
    })
    return scene
  }

  async countSteps(): Promise<number> {
    return this.#inShop('old', async (place) => {
      const { code, says } = await this.#restore(place, 0)
      expect(code, says).toBe(0)
      return Number(/(\d+) steps/.exec(says)?.[1])
    })
  }

  /** @returns what the shop was after the kill. */
  async killAndComplete(nth: number): Promise<'refused' | 'whole'> {
    return this.#inShop('old', async (place) => {
      const killed = await this.#restore(place, nth)
      expect(killed.code, killed.says).toBeNull()
      const unfinished = await findUnfinished(place.dataDir)
      if (unfinished) await this.#expectRefusal(place)
      else expect(['old old', 'new new']).toContain(await this.#state(place))

      const again = await this.#restore(place)

      expect(again.code, again.says).toBe(0)
      expect(await this.#state(place)).toBe('new new')
      await mustBeWhole(place.dataDir)
      if (unfinished) await this.#expectKept(place, unfinished.kept ?? '')
      return unfinished ? 'refused' : 'whole'
    })
  }

  async #expectRefusal({ dataDir, databaseUrl }: ShopPlace): Promise<void> {
    await expect(mustBeWhole(dataDir)).rejects.toThrow('a restore was cut off: run it again')
    if (this.#hasSeenStart) return
    this.#hasSeenStart = true
    const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const { code, stderr } = await runProgram(env).ended
    expect([code, stderr]).toEqual([1, expect.stringContaining('a restore was cut off')])
  }

  /** The shop of before, in the folder or the backup that the mark names. */
  async #expectKept(place: ShopPlace, kept: string): Promise<void> {
    if (this.#engine === 'pglite') {
      expect(await this.#state({ ...place, dataDir: kept })).toBe('old old')
      return
    }
    const { code, says } = await runScript('restore', [kept, '--replace-this-shop'], env(place))
    expect(code, says).toBe(0)
    expect(await this.#state(place)).toBe('old old')
  }

  #restore(place: ShopPlace, killAt?: number) {
    const preload = join(import.meta.dirname, 'kill-at-step.ts')
    return runScript('restore', [this.#backup, '--replace-this-shop'], {
      ...env(place),
      ...(killAt !== undefined && {
        KILL_AT_STEP: String(killAt),
        NODE_OPTIONS: `--import=${preload}`,
      }),
    })
  }

  /** Whose rows there are, and whose pictures. */
  async #state(place: ShopPlace): Promise<string> {
    const db = await openDatabase(place)
    const { rows } = await sql<{ name: string }>`select username as name from app_user`
      .execute(db.read)
      .finally(() => db.close())
    const pictures = await readdir(join(place.dataDir, 'media')).catch(() => [])
    return [...rows.map(({ name }) => name), ...pictures].join(' ')
  }

  async #inShop<T>(name: string, work: (place: ShopPlace) => Promise<T>): Promise<T> {
    const dataDir = join(this.#root, `${name}-shop`)
    const postgres = this.#engine === 'postgres' ? await createPostgresDatabase() : null
    const place = { databaseUrl: postgres?.url ?? null, dataDir, s3: null }
    try {
      await mkdir(join(dataDir, 'media', name), { recursive: true })
      if (!postgres) await this.#layPGlite(dataDir)
      const db = await openDatabase(place)
      await sql`insert into app_user (username, email) values (${name}, ${`${name}@barq.example`})`
        .execute(db.read)
        .finally(() => db.close())
      return await work(place)
    } finally {
      await postgres?.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }

  /** Unpacked once, copied from then on. */
  async #layPGlite(dataDir: string): Promise<void> {
    const template = join(this.#root, 'template')
    if (!(await readdir(template).catch(() => null))) await layTestPGlite(template)
    await cp(join(template, 'pglite'), join(dataDir, 'pglite'), { recursive: true })
  }
}

function env({ dataDir, databaseUrl }: ShopPlace): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}
