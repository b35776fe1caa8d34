/**
 * R8: the disk is full under the database, the uploads and the mails of the real process. Writing is
 * refused, reading goes on, and it works again without a restart when there is room.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { layTestPGlite } from '../engines.ts'
import { freePort } from '../free-port.ts'
import { checkInvariants } from '../invariants.ts'
import { multipart } from '../multipart.ts'
import { endPrograms, type Program, runProgram } from '../program.ts'
import { notTried, proven } from '../proof.ts'
import { type Person, Shop } from '../shop.ts'

const run = promisify(execFile)
const SIZE_MB = 120

/** The folders of DATA_DIR, each on a small disk of its own in turn. */
const PLACES = ['pglite', 'media', 'outbox'] as const

const MOUNTS = await canMount()

describe('a full disk', () => {
  it.skipIf(MOUNTS.works)('could not be tried on this machine', () => {
    notTried('R8', MOUNTS.why, 'pglite')
    expect(MOUNTS.why).not.toBe('')
  })

  describe.skipIf(!MOUNTS.works).each(PLACES)('under %s', (place) => {
    let folder: string
    let small: string
    let person: Person
    let productId: number
    let program: Program
    let address: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'barq-disk-'))
      small = join(folder, place)
      await mkdir(small)
      await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', small])
      await layTestPGlite(folder)
      const shop = Shop.over(await openDatabase({ databaseUrl: null, dataDir: folder }))
      person = await shop.customer()
      productId = await shop.product({ stock: 10_000 })
      await shop.close()
      const port = await freePort()
      program = runProgram({ DATA_DIR: folder, PORT: String(port), UNPAID_ORDERS_MAX: 'off' })
      await program.open
      address = `http://localhost:${port}`
    })
    afterAll(async () => {
      endPrograms()
      await program.ended
      await run('umount', [small])
      await rm(folder, { recursive: true, force: true })
    })

    const call = async (method: string, path: string, body?: unknown) => {
      const reply = await fetch(`${address}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: reply.status, body: await reply.json() }
    }
    const order = () =>
      call('POST', '/api/user/order', { orders: [{ Product: productId, quantity: 1 }] })
    const upload = async () => {
      const picture = sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
      const { payload, headers } = multipart('image', await picture.png().toBuffer())
      const reply = await fetch(`${address}/api/auth/upload_images`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, ...headers },
        body: new Uint8Array(payload),
      })
      return { status: reply.status, body: await reply.json() }
    }
    const write = { pglite: order, media: upload, outbox: order }[place]

    it('refuses writes, serves reads, and heals by itself', { timeout: 120_000 }, async () => {
      expect((await write()).status).toBeLessThan(300)
      await fill(small)
      const refused: number[] = []
      // The database has room in files it has already: it takes a while until it needs more.
      for (let time = 0; time < 2_000 && refused.length < 5; time++) {
        const { status } = await write()
        if (status >= 300) refused.push(status)
        if (place === 'outbox') break
      }
      const answers = [...new Set(refused)]
      if (place === 'outbox') {
        // Mails wait in the database: ordering and asking for one go on.
        const mail = await call('POST', '/api/auth/password/email', { email: person.email })
        expect(mail.status).toBe(200)
      } else expect(answers).toEqual([503])
      expect((await call('GET', `/api/products/${productId}`)).status).toBe(200)
      expect((await call('GET', '/api/user/order')).status).toBe(200)
      expect(program.child.exitCode).toBeNull()

      await rm(join(small, 'ballast'))
      expect((await write()).status, program.printed()).toBeLessThan(300)

      program.child.kill('SIGTERM')
      expect((await program.ended).code).toBe(0)
      const db = await openDatabase({ databaseUrl: null, dataDir: folder })
      expect(await checkInvariants(db.read)).toEqual([])
      await db.close()
      proven({
        goal: 'R8',
        engine: 'pglite',
        volume: `the folder ${place} on a full disk of ${SIZE_MB} MB`,
        result:
          answers.length > 0
            ? `${refused.length} writes answered ${answers}, reads served, written again without a restart`
            : 'orders and mails went on, reads served, without a restart',
      })
    })
  })
})

async function fill(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  await writeFile(join(folder, 'ballast'), Buffer.alloc(bavail * bsize)).catch(() => {})
}

async function canMount(): Promise<{ works: boolean; why: string }> {
  if (process.getuid?.() !== 0) return { works: false, why: 'only root may mount a small disk' }
  const folder = await mkdtemp(join(tmpdir(), 'barq-mount-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    await run('umount', [folder])
    return { works: true, why: '' }
  } catch (error) {
    return { works: false, why: `mounting a small disk fails: ${(error as Error).message}` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
