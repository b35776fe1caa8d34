import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createTestDatabase, demoTemplateUrl } from '#tests/kit/databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'barq-clear-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function clear(args: string[], env: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'demo-clear.ts'), ...args],
    { env: { ...inherited, DATA_DIR: folder, ...env }, encoding: 'utf8', input: '' },
  )
  return { status, output: stdout + stderr }
}

it('requires --yes without a terminal', () => {
  expect(clear([])).toEqual({ status: 1, output: expect.stringContaining('--yes') })
})

it('requires an existing shop', () => {
  expect(clear(['--yes'])).toEqual({ status: 1, output: expect.stringContaining('no shop') })
})

it('clears a shop once it has an admin', async () => {
  const databaseUrl = (await createTestDatabase({ copyOf: await demoTemplateUrl() })).url
  const db = await openDatabase({ databaseUrl, dataDir: folder })
  await migrate(db)
  await seedDemo(db)
  await db.close()

  const cleared = clear(['--yes'], {
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: 'owner@shop.example',
    ADMIN_PASSWORD: 'a long secret',
  })
  expect(cleared.status).toBe(0)
  expect(cleared.output).toMatch(/76 products, 242 accounts, \d+ orders/)
})
