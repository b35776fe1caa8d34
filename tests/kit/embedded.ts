import { readFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runningServer } from '#server/platform/db/embedded-place.ts'

/** The process id of the server running on this data folder; null if there is none. */
export function serverIn(dataDir: string): number | null {
  try {
    const [pid = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 0)
    return Number(pid)
  } catch {
    return null
  }
}

/** Kills the server's main process, if it is running, as a power cut would; the other processes notice and exit. */
export async function killServer(dataDir: string): Promise<void> {
  const folder = await realpath(dataDir).catch(() => dataDir)
  // Also checks that the process is this server: in a copied folder, `postmaster.pid` may name an unrelated process.
  const pid = await runningServer({ data: join(folder, 'postgres') })
  if (pid === null) return
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => serverIn(dataDir), { interval: 10 }).not.toBe(pid)
}
