/** The lock of a data folder, as far as one process can test it (R5 covers two). */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

/** Whether the folder is reported to be on NFS. */
const network = vi.hoisted(() => ({ is: false }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>()
  return {
    ...real,
    statfs: async (path: string) => (network.is ? { type: 0x6969 } : real.statfs(path)),
  }
})

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barq-lock-'))
})
afterEach(async () => {
  network.is = false
  await rm(folder, { recursive: true, force: true })
})

const note = () => join(folder, 'barq.lock')
const FOREIGN = { pid: 1, boot: 'of another machine', host: 'elsewhere' }

it('is held until it is released, within one process too, and can be taken again', async () => {
  const release = await lockDirectory(folder)
  await expect(lockDirectory(folder)).rejects.toThrow(`is in use by process ${process.pid}:`)
  await release()
  await release()

  const again = await lockDirectory(folder)
  // A late release must not affect the next holder.
  await release()
  await expect(lockDirectory(folder)).rejects.toThrow('is in use by process')
  await again()
  expect(await readdir(folder)).toEqual(['barq.lock.db'])
  expect((await stat(join(folder, 'barq.lock.db'))).size).toBe(0)
})

it.for(['', '{"pid":', 'null', JSON.stringify(FOREIGN)])(
  'ignores a note that a killed holder left on a local disk: %s',
  async (text) => {
    await writeFile(note(), text)
    const release = await lockDirectory(folder)
    await release()
  },
)

it('on a network volume a note from another boot blocks the start, with instructions', async () => {
  network.is = true
  await writeFile(note(), JSON.stringify(FOREIGN))

  await expect(lockDirectory(folder)).rejects.toThrow(
    `is on a network volume and was not closed by process 1 on elsewhere, on another machine or before this one was started: make sure that it has ended, then remove ${note()}`,
  )

  await rm(note())
  const release = await lockDirectory(folder)
  await release()
})

it('on a network volume ignores a killed holder of this boot', async () => {
  network.is = true
  const release = await lockDirectory(folder)
  const text = await readFile(note(), 'utf8')
  await release()
  await writeFile(note(), text)

  const again = await lockDirectory(folder)
  await again()
})

it('reports an unwritable folder when the lock file cannot be opened', async () => {
  await mkdir(join(folder, 'barq.lock.db'))

  await expect(lockDirectory(folder)).rejects.toThrow(
    `the data folder ${folder} cannot be written (unable to open database file)`,
  )
})
