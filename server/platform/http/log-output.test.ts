import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushLogs, LogOutput } from './log-output.ts'

const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY, code: 'ENOSPC', refused: 0 }))

/** Simulates a disk with space for `room` bytes. The rest of a write is rejected. */
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>()
  return {
    ...real,
    writeSync(fd: number, bytes: Buffer) {
      if (disk.room === 0) {
        disk.refused++
        throw Object.assign(new Error('full'), { code: disk.code })
      }
      const written = real.writeSync(fd, bytes.subarray(0, Math.min(disk.room, bytes.length)))
      disk.room -= written
      return written
    },
  }
})

let folder: string
let fd: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'barq-log-'))
  fd = openSync(join(folder, 'log'), 'a')
  vi.useFakeTimers()
})
afterEach(() => {
  Object.assign(disk, { room: Number.POSITIVE_INFINITY, code: 'ENOSPC', refused: 0 })
  vi.useRealTimers()
  closeSync(fd)
  rmSync(folder, { recursive: true, force: true })
})
const written = () => readFileSync(join(folder, 'log'), 'utf8')

it('keeps lines that did not fit, in order and once, until there is space', () => {
  const output = new LogOutput(fd)
  disk.room = 6
  output.write('one\n')
  output.write('two\n')
  output.write('three\n')
  expect(written()).toBe('one\ntw')

  disk.room = Number.POSITIVE_INFINITY
  output.write('four\n')

  expect(written()).toBe('one\ntwo\nthree\nfour\n')
})

it('tries again by itself when nothing more is logged', () => {
  const output = new LogOutput(fd)
  disk.room = 0
  output.write('one\n')

  vi.advanceTimersByTime(5_000)
  expect(written()).toBe('')
  disk.room = Number.POSITIVE_INFINITY
  vi.advanceTimersByTime(1_000)

  expect(written()).toBe('one\n')
})

it('keeps a limited amount of the log without space, and reports how many lines are missing', () => {
  const output = new LogOutput(fd)
  const line = `${'x'.repeat(1023)}\n`
  disk.room = 0
  for (let count = 0; count < 1_500; count++) output.write(line)

  disk.room = Number.POSITIVE_INFINITY
  vi.advanceTimersByTime(1_000)

  const lines = written().trimEnd().split('\n')
  expect(lines).toHaveLength(1_024 + 1)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 40, lines: 1_500 - 1_024 })
})

it('keeps a line that is longer than the whole buffer', () => {
  const output = new LogOutput(fd)
  const line = `${'x'.repeat(2 * 1024 * 1024)}\n`
  disk.room = 1_000
  output.write(line)

  disk.room = Number.POSITIVE_INFINITY
  vi.advanceTimersByTime(1_000)

  expect(written()).toBe(line)
})

it('keeps a fatal line beside a full buffer', () => {
  const output = new LogOutput(fd)
  const { log } = fastify({ logger: { stream: output } })
  disk.room = 0
  for (let count = 0; count < 1_500; count++) log.info('x'.repeat(1023))
  log.fatal('the reason')
  expect(disk.refused).toBeLessThan(1_510)

  disk.room = Number.POSITIVE_INFINITY
  flushLogs()

  const lines = written().trimEnd().split('\n')
  expect(lines.slice(-2).map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 60, msg: 'the reason' }),
    expect.objectContaining({
      level: 40,
      msg: 'log lines were dropped because the buffer was full',
    }),
  ])
})

it('waits at the end for a slow reader, but not for long', () => {
  vi.useRealTimers()
  const output = new LogOutput(fd)
  Object.assign(disk, { room: 0, code: 'EAGAIN' })
  output.write('one\n')

  const start = performance.now()
  output.flushSync(50)

  const took = performance.now() - start
  expect(took).toBeGreaterThanOrEqual(50)
  expect(took).toBeLessThan(2_000)
  expect(disk.refused).toBeGreaterThan(2)
  disk.room = Number.POSITIVE_INFINITY
  flushLogs()
  expect(written()).toBe('one\n')
})

it('delivers its last lines through a pipe that is read later', async () => {
  vi.useRealTimers()
  // Exits the way the shop does after a bug: while it is writing many lines to a pipe.
  const program = `
    import { flushLogs, LogOutput } from ${JSON.stringify(join(import.meta.dirname, 'log-output.ts'))}
    process.stdout.on('error', () => {})
    process.on('exit', () => flushLogs(30_000))
    const output = new LogOutput()
    for (let count = 0; count < 3_000; count++) output.write('x'.repeat(200) + '\\n')
    output.write('the reason\\n')
    console.error('written')
    process.exit(1)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let text = ''
  child.stderr.once('data', () => child.stdout.on('data', (chunk) => (text += chunk)))

  expect(await ended).toBe(1)
  const lines = text.trimEnd().split('\n')
  expect(lines).toHaveLength(3_001)
  expect(lines.at(-1)).toBe('the reason')
})
