/** Debian's libfaketime: moves the clock of a child process from outside while it runs. */
import { execFile } from 'node:child_process'
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface FakeTime {
  /** The environment of the process whose clock is moved. */
  env: Record<string, string>
  /**
   * @param offset in `faketime`'s format: `+1d`, `-1h`, `+0`. Applies from the next clock reading.
   */
  jump(offset: string): Promise<void>
  close(): Promise<void>
}

/** @returns the clock, or why this machine has none. */
export async function openFakeTime(): Promise<FakeTime | { missing: string }> {
  const library = (await findLibrary()) ?? (await install())
  if (!library) return { missing: "libfaketime is not here: install Debian's package faketime" }
  const folder = await mkdtemp(join(tmpdir(), 'barq-clock-'))
  const file = join(folder, 'offset')
  await writeFile(file, '+0')
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // As when a machine's clock is set: the monotonic clock is not affected.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    jump: (offset) => writeFile(file, offset),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function findLibrary(): Promise<string | null> {
  const machines = await readdir('/usr/lib').catch(() => [] as string[])
  for (const machine of machines) {
    const file = join('/usr/lib', machine, 'faketime/libfaketime.so.1')
    const isHere = await access(file).then(
      () => true,
      () => false,
    )
    if (isHere) return file
  }
  return null
}

/** Installs only where that needs no question, as with PostgreSQL. */
async function install(): Promise<string | null> {
  if (process.getuid?.() !== 0) return null
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 60_000 }
  try {
    await run('apt-get', ['update', '-qq'], options)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'faketime'], options)
  } catch {
    return null
  }
  return findLibrary()
}
