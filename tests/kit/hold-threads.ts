/** Keeps all password hashes from finishing, so that a test decides how many wait at once. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Node's default. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/**
 * Does the work while the threads on which Node hashes are occupied: each waits for a pipe's
 * writer. Files cannot be read during that time.
 */
export async function whileThreadsAreHeld<T>(work: () => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'barq-hold-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const waiting = Array.from({ length: THREADS }, () => open(pipe, 'r'))
  try {
    return await work()
  } finally {
    // Opened to read and write, since only that never waits for another process to open the pipe.
    const writer = openSync(pipe, 'r+')
    for (const reader of await Promise.all(waiting)) await reader.close()
    closeSync(writer)
    rmSync(folder, { recursive: true })
  }
}
