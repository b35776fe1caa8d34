/**
 * S8: a restore is killed before various steps, above all the last ones. No shop opens with rows and pictures from
 * different times, running the restore again completes it, and the replaced data is kept.
 */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { backUp, type ShopPlace } from '#server/platform/backup/backup.ts'
import { assertComplete, findInterrupted } from '#server/platform/backup/interrupted.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { runProgram } from '#tests/kit/program.ts'
import { runScript } from '#tests/kit/run-script.ts'
import { Shop } from '#tests/kit/shop.ts'

/** The steps to kill before: the last eight, because they change the shop, and every sixth before them. */
function killsAt(steps: number): number[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1)
  return all.filter((nth) => nth > steps - 8 || nth % 6 === 1)
}

const ORDERS = { old: 2, new: 3 }
type ShopName = keyof typeof ORDERS
/** What `#state` returns for each shop whose rows and pictures match. */
const WHOLE = {
  old: `${ORDERS.old} orders of old, picture of old`,
  new: `${ORDERS.new} orders of new, picture of new`,
}

it('a restore that is killed is completed by running it again', {
  timeout: 600_000,
}, async () => {
  const root = await mkdtemp(join(tmpdir(), 'barq-restore-'))
  const scene = new Scene(root)
  try {
    await scene.open()
    const steps = await scene.countSteps()
    const kills = killsAt(steps)
    const seen = { refused: 0, whole: 0 }
    for (const nth of kills) seen[await scene.killAndComplete(nth)]++

    expect(seen.refused).toBeGreaterThan(2)
    expect(seen.refused + seen.whole).toBe(kills.length)
  } finally {
    await scene.close()
    await rm(root, { recursive: true, force: true })
  }
})

/** Copies of an old shop, into which the backup of a new shop is restored. */
class Scene {
  readonly #root: string
  #backup = ''
  #old: ShopPlace | null = null
  /** The shops' names, keyed by the bytes of their pictures in hex. */
  readonly #pictures = new Map<string, ShopName>()
  readonly #drops: Array<() => Promise<void>> = []

  constructor(root: string) {
    this.#root = root
  }

  async open(): Promise<void> {
    const place = await this.#make('new')
    this.#backup = (await backUp(place, join(this.#root, 'backups'), () => {})).file
    this.#old = await this.#make('old')
  }

  async close(): Promise<void> {
    for (const drop of this.#drops) await drop()
  }

  async countSteps(): Promise<number> {
    return this.#inOldShop(async (place) => {
      const { code, output } = await this.#restore(place, 0)
      expect(code, output).toBe(0)
      return Number(/(\d+) steps/.exec(output)?.[1])
    })
  }

  /** @returns whether, after the kill, the shop refused to start or was consistent. */
  async killAndComplete(nth: number): Promise<'refused' | 'whole'> {
    return this.#inOldShop(async (place) => {
      const killed = await this.#restore(place, nth)
      expect(killed.code, killed.output).toBeNull()
      const interrupted = await findInterrupted(place.dataDir)
      if (interrupted) await this.#expectError(place)
      else expect([WHOLE.old, WHOLE.new]).toContain(await this.#state(place))

      const again = await this.#restore(place)

      expect(again.code, again.output).toBe(0)
      expect(await this.#state(place)).toBe(WHOLE.new)
      await assertComplete(place.dataDir)
      if (interrupted) await this.#expectKept(place, again.output)
      return interrupted ? 'refused' : 'whole'
    })
  }

  async #expectError(place: ShopPlace): Promise<void> {
    await expect(assertComplete(place.dataDir)).rejects.toThrow(
      'a restore was interrupted or is still running; if it was interrupted, run it again',
    )
    const { code, stderr } = await runProgram(env(place)).ended
    expect([code, stderr]).toEqual([1, expect.stringContaining('a restore was interrupted')])
  }

  /** Restores the backup named in the output, and expects it to contain the replaced shop. */
  async #expectKept(place: ShopPlace, printed: string): Promise<void> {
    const kept = /The previous data is in (\S+): /.exec(printed)?.[1] ?? ''
    const { code, output } = await runScript('restore', [kept, '--replace-this-shop'], env(place))
    expect(code, output).toBe(0)
    expect(await this.#state(place)).toBe(WHOLE.old)
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

  /** Describes which shop the rows and pictures are from. Also checks the invariants. */
  async #state(place: ShopPlace): Promise<string> {
    const db = await openDatabase(place)
    try {
      expect(await checkInvariants(db.run)).toEqual([])
      const { rows } = await sql<{ name: string; key: string; orders: number }>`
        select username as name, picture_key as key,
          (select count(*) from orders where user_id = app_user.id) as orders
        from app_user where picture_key is not null`.execute(db.run)
      const pictures = await picturesIn(place)
      expect(pictures.map(({ key }) => key)).toEqual(rows.map(({ key }) => key))
      return [
        ...rows.map(({ name, orders }) => `${orders} orders of ${name}`),
        ...pictures.map(({ bytes }) => `picture of ${this.#pictures.get(bytes) ?? 'nobody'}`),
      ].join(', ')
    } finally {
      await db.close()
    }
  }

  /** A customer with a picture and orders, the first of which is paid. */
  async #populate(place: ShopPlace, name: ShopName): Promise<void> {
    const db = await openDatabase(place)
    const shop = new Shop(place.dataDir)
    try {
      await shop.open(db)
      const [{ token }, owner] = [await shop.customer({ username: name }), await shop.admin()]
      const post = async (path: string, by: string, body: object = {}) => {
        const answer = await shop.call('POST', path, { token: by, body })
        expect(answer.status, answer.text).toBeLessThan(300)
        return answer.body.data
      }
      const orders = [{ Product: await shop.product({ stock: 10 }) }]
      const [{ id }] = await post('/api/user/order', token, { orders })
      for (let order = 1; order < ORDERS[name]; order++) {
        await post('/api/user/order', token, { orders })
      }
      await post(`/api/admin/orders/${id}/confirm`, owner.token)
      await post(`/api/user/order/${id}/payment`, token)
      const background = name === 'old' ? 'red' : 'blue'
      const picture = sharp({ create: { width: 300, height: 300, channels: 3, background } })
      const upload = multipart('image', await picture.png().toBuffer())
      const reply = await shop.call('POST', '/api/auth/upload_images', { token, ...upload })
      expect(reply.status).toBe(200)
      for (const { bytes } of await picturesIn(place)) this.#pictures.set(bytes, name)
    } finally {
      await shop.app.close()
      await db.close()
    }
  }

  async #make(name: ShopName): Promise<ShopPlace> {
    const dataDir = join(this.#root, name)
    const place = { databaseUrl: await this.#database(null), dataDir, s3: null }
    await this.#populate(place, name)
    return place
  }

  async #inOldShop<T>(work: (place: ShopPlace) => Promise<T>): Promise<T> {
    if (!this.#old) throw new Error('call open() first')
    const dataDir = join(this.#root, 'copy')
    await cp(this.#old.dataDir, dataDir, { recursive: true })
    try {
      const databaseUrl = await this.#database(this.#old.databaseUrl)
      return await work({ databaseUrl, dataDir, s3: null })
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }

  async #database(copyOf: string | null): Promise<string> {
    const { url, drop } = await createTestDatabase({ copyOf })
    this.#drops.push(drop)
    return url
  }
}

function env({ dataDir, databaseUrl }: ShopPlace): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

async function picturesIn({ dataDir }: ShopPlace): Promise<Array<{ key: string; bytes: string }>> {
  const media = join(dataDir, 'media')
  const pictures = []
  for (const key of await readdir(media)) {
    const sizes = (await readdir(join(media, key))).sort()
    const files = await Promise.all(sizes.map((size) => readFile(join(media, key, size), 'hex')))
    pictures.push({ key, bytes: files.join(' ') })
  }
  return pictures
}
