/**
 * R8b: each file operation and each statement of an upload fails in turn. The picture changes completely or not at all,
 * a failed file operation leaves no unused file, and the next attempt succeeds.
 */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, it, vi } from 'vitest'
import { failingDatabase } from '#tests/crash/failing-database.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { type Answer, describeShop, type Person } from '#tests/kit/shop.ts'
import { shopThrough } from '#tests/kit/shop-through.ts'

const disk = vi.hoisted(() => ({ count: 0, failsAt: 0, code: '' }))

/** Counts an upload's disk operations, and makes a chosen one fail without running it. */
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>()
  const failing =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      const isOurs = String(args[0]).includes('/media/')
      if (isOurs && ++disk.count === disk.failsAt) {
        throw Object.assign(new Error(`${disk.code}: made to fail`), { code: disk.code })
      }
      return work(...args)
    }
  return {
    ...real,
    mkdir: failing(real.mkdir as never),
    writeFile: failing(real.writeFile as never),
    rename: failing(real.rename as never),
  }
})

const CODES = ['ENOSPC', 'EIO', 'EMFILE']

describeShop('an upload whose disk or database fails', (shop) => {
  const faulty = shopThrough(shop, failingDatabase)
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  })

  const upload = ({ token }: Person): Promise<Answer> => {
    const { payload, headers } = multipart('image', bytes)
    return faulty.shop.call('POST', '/api/auth/upload_images', { token, payload, headers })
  }
  const state = async ({ id }: Person) => {
    const rows = await shop.sql<{ key: string | null }>`
      select picture_key as key from app_user where id = ${id}`
    return { key: rows[0]?.key ?? null, folders: await readdir(join(faulty.shop.folder, 'media')) }
  }
  const used = async () => {
    const rows = await shop.sql<{ key: string }>`
      select picture_key as key from app_user where picture_key is not null`
    return rows.map(({ key }) => key).sort()
  }

  it.for(CODES)('%s leaves no file and no change', async (code) => {
    let points = 0
    const person = await shop.customer()
    await upload(person)
    for (let nth = 1; ; nth++) {
      const before = await state(person)
      Object.assign(disk, { count: 0, failsAt: nth, code })

      const answer = await upload(person)

      disk.failsAt = 0
      if (disk.count < nth) {
        expect(answer.status).toBe(200)
        break
      }
      points++
      expect([answer.status, answer.body?.error], `operation ${nth}`).toEqual([503, 'unavailable'])
      expect(await state(person), `operation ${nth}`).toEqual(before)
      expect((await upload(person)).status).toBe(200)
      expect((await state(person)).folders.sort()).toEqual(await used())
    }
    expect(points).toBeGreaterThan(1)
  })

  it.for(['refused', 'unheard'] as const)(
    'a statement %s leaves no broken picture',
    async (how) => {
      const person = await shop.customer()
      await upload(person)
      for (let nth = 1; ; nth++) {
        faulty.database.arm(nth, how)

        const answer = await upload(person)

        if (faulty.database.disarm() < nth) break
        expect(answer.status < 300 || answer.status === 503, answer.text).toBe(true)
        const { key, folders } = await state(person)
        expect(folders, `statement ${nth}`).toContain(key)
        expect((await upload(person)).status).toBe(200)
        // A failed commit may leave an unused picture behind, but the pictures in use must exist.
        expect((await state(person)).folders).toEqual(expect.arrayContaining(await used()))
      }
    },
  )
})
