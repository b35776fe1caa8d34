/** Restoring over a pictures folder that is a mount point and therefore cannot be moved. */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { openDatabase } from '../db/database.ts'
import { backUp } from './backup.ts'
import { assertComplete, markOf } from './interrupted.ts'
import { restore } from './restore.ts'

const mounted = vi.hoisted(() => ({ path: '' }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>()
  return {
    ...real,
    async rename(from: string, to: string) {
      if (from === mounted.path) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
      return real.rename(from, to)
    },
  }
})

it('is completed where the mark of an earlier one cannot be read, and keeps all that it finds', async () => {
  const root = await mkdtemp(join(tmpdir(), 'barq-mounted-'))
  const { url: databaseUrl, drop } = await createTestDatabase()
  const shop = { databaseUrl, dataDir: join(root, 'data'), s3: null }
  const media = join(shop.dataDir, 'media')
  await mkdir(media, { recursive: true })
  const db = await openDatabase(shop)
  await sql`insert into app_user (username, email) values ('one', 'one@barq.example')`
    .execute(db.run)
    .finally(() => db.close())
  const { file } = await backUp(shop, join(root, 'backups'), () => {})
  await writeFile(markOf(shop.dataDir), '')
  mounted.path = media
  const options = { file, replace: true, progress: () => {}, check: async () => [] }
  await expect(restore(shop, options)).rejects.toThrow('busy; the shop is unchanged')
  await expect(assertComplete(shop.dataDir)).rejects.toThrow('a restore was interrupted')
  mounted.path = ''

  const { kept } = await restore(shop, options)

  expect((await stat(kept ?? '')).size).toBeGreaterThan(0)
  await assertComplete(shop.dataDir)
  await drop()
  await rm(root, { recursive: true, force: true })
})
