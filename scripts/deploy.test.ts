/** The deployment files start the server as `npm start` does, allow its largest requests, and contain no secrets. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { IMPORT_ZIP_BYTES_MAX } from '#contract/limits.ts'
import { SERVER, SERVER_FLAGS } from './setup.mjs'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

it('the service and the container give Node the flags of npm start', () => {
  const [, service = ''] =
    /^ExecStart=\S+ (.*) \S+main\.js$/m.exec(read('deploy/barq.service')) ?? []
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(read('deploy/Containerfile')) ?? []

  expect(service.split(' ')).toEqual(SERVER_FLAGS)
  expect(JSON.parse(command)).toEqual(['node', ...SERVER_FLAGS, SERVER])
})

it('nginx lets through the largest catalog that the shop imports', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')) ?? []

  expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(IMPORT_ZIP_BYTES_MAX)
})

it('settings stay out of the image', () => {
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['**/*.env', '**/.env*']),
  )
})

it('docs/operations.md names deployment files and commands that are there', () => {
  const page = read('docs/operations.md')
  const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, name = '']) => name)
  const files = all(/\b(deploy\/\w[\w.-]*\w)/g)
  const commands = all(/(?:npm run |`barq |^barq )([a-z:]+)/gm)
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

  expect(files).toContain('deploy/barq')
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([])
  expect(commands).toContain('restore')
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})
