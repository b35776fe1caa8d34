import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LogOutput } from './log-output.ts'

const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY }))

/** A disk with some room, in bytes: what does not fit is refused, or taken in part. */
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>()
  return {
    ...real,
    writeSync(fd: number, bytes: Buffer) {
      if (disk.room === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
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
  disk.room = Number.POSITIVE_INFINITY
  vi.useRealTimers()
  closeSync(fd)
  rmSync(folder, { recursive: true, force: true })
})
const written = () => readFileSync(join(folder, 'log'), 'utf8')

it('writes a line at once', () => {
  new LogOutput(fd).write('one\n')

  expect(written()).toBe('one\n')
})

it('keeps what had no room, in order and once, until there is some', () => {
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

it('keeps a bounded part of a log without room, and says how much is missing', () => {
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
