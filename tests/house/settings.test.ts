/** The documents about settings match what the code reads. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig, SETTINGS, settingWarnings } from '#server/config.ts'
import type { Environment } from '#server/platform/environment.ts'
import { ROOT } from '#server/platform/root.ts'
import { writeEnvExample } from '../../scripts/env-example.ts'

const LIST = SETTINGS.flatMap(({ settings }) => Object.entries(settings))
const NAMES = LIST.map(([name]) => name).sort()

/** Environments that together make the code read every setting. */
const ENVIRONMENTS: Environment[] = [
  {},
  { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
  { STRIPE_SECRET_KEY: 'key', STRIPE_WEBHOOK_SECRET: 'secret' },
  {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  },
]

it('contains exactly what the code reads', () => {
  const asked = new Set<string>()
  for (const env of ENVIRONMENTS) readConfig(recording(env, asked))

  const fix = 'Describe the setting in x.settings.ts of its part, beside the code that reads it.'
  expect([...asked].sort(), fix).toEqual(NAMES)
})

it('has the defaults in the code', () => {
  const defaults = LIST.flatMap(([name, setting]) =>
    typeof setting === 'string' ? [] : [[name, setting[0]]],
  )
  // Must be set, because its default is random.
  const secret = { REALTIME_APP_SECRET: 'a secret' }

  // `fixedRules` differs: staff cannot change a rule that a variable sets, even to its default.
  const { fixedRules: _, ...set } = readConfig({ ...Object.fromEntries(defaults), ...secret })
  expect(readConfig(secret)).toEqual({ ...set, fixedRules: {} })
})

it('is in .env.example', async () => {
  const fix = 'Run npm exec -- node scripts/env-example.ts'
  expect(await readFile(join(ROOT, '.env.example'), 'utf8'), fix).toBe(writeEnvExample(SETTINGS))
})

it('is in deploy/environment.example, which opens no shop until its secrets are set', async () => {
  const text = await readFile(join(ROOT, 'deploy/environment.example'), 'utf8')
  // The file quotes values so that both systemd and a shell understand them.
  const env = settingsOf(text)
  const all = { ...settingsOf(text.replaceAll(/^# (?=[A-Z0-9_]+=)/gm, '')), PAYMENTS: '' }
  const mine = { REALTIME_APP_SECRET: 'x'.repeat(32), ADMIN_PASSWORD: 'a password' }

  expect(Object.keys(all).filter((name) => !NAMES.includes(name))).toEqual([])
  expect(() => readConfig(env)).toThrow('ADMIN_PASSWORD')
  expect(() => readConfig({ ...all, ...mine, REALTIME_APP_SECRET: '' })).toThrow('REALTIME_APP')
  expect(() => readConfig({ ...env, ...mine })).toThrow('PAYMENTS')
  expect(settingWarnings({ ...all, ...mine }, readConfig({ ...all, ...mine }))).toEqual([])
})

it('is in the tables of docs/', async () => {
  const pages = await Promise.all(['operations.md', 'realtime.md'].map(readPage))
  const documented = new Set(pages.flatMap(settingsIn))

  const isForTests = (name: string) => name === 'STRIPE_API_BASE'
  expect([...documented].sort()).toEqual(NAMES.filter((name) => !isForTests(name)))
})

function recording(env: Environment, asked: Set<string>): Environment {
  return new Proxy(env, {
    get(target, name: string) {
      asked.add(name)
      return target[name]
    },
  })
}

function settingsOf(text: string): Environment {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => /^([A-Z0-9_]+)='([^']*)'$/.exec(line)?.slice(1) ?? [line]),
  )
}

function readPage(name: string): Promise<string> {
  return readFile(join(ROOT, 'docs', name), 'utf8')
}

function settingsIn(page: string): string[] {
  const [, table = ''] = /^\| Setting \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(page) ?? []
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '')
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name))
}
