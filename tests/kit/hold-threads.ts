/** Prevents all password hashes from finishing, so that a test controls how many are pending at the same time. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The size of Node's thread pool: 4 unless the environment sets it. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/** Runs the work while all threads of Node's pool, which hash passwords and read files, wait for a pipe to open. */
export async function whileThreadsAreHeld<T>(work: () => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'barq-hold-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const waiting = Array.from({ length: THREADS }, () => open(pipe, 'r'))
  try {
    return await work()
  } finally {
    // Opened for reading and writing, because only that never blocks until another process opens the pipe.
    const writer = openSync(pipe, 'r+')
    for (const reader of await Promise.all(waiting)) await reader.close()
    closeSync(writer)
    rmSync(folder, { recursive: true })
  }
}
