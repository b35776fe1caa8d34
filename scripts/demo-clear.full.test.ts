import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase, demoTemplateUrl } from '#tests/kit/databases.ts'
import { runScript } from '#tests/kit/run-script.ts'

const folder = mkdtempSync(join(tmpdir(), 'barq-clear-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clear = (args: string[], env: Record<string, string> = {}) =>
  runScript('demo-clear', args, { DATA_DIR: folder, ...env })

it('requires --yes without a terminal', async () => {
  expect(await clear([])).toEqual({ code: 1, output: expect.stringContaining('--yes') })
})

it('requires an existing shop', async () => {
  expect(await clear(['--yes'])).toEqual({ code: 1, output: expect.stringContaining('no shop') })
})

it('clears a shop once it has an admin', async () => {
  const { code, output } = await clear(['--yes'], {
    DATABASE_URL: (await createTestDatabase({ copyOf: await demoTemplateUrl() })).url,
    ADMIN_EMAIL: 'owner@shop.example',
    ADMIN_PASSWORD: 'a long secret',
  })

  expect(code).toBe(0)
  expect(output).toMatch(/76 products, 242 accounts, \d+ orders/)
})
