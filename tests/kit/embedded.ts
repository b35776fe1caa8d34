/** What tests do to an embedded database from outside. */
import { readFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runningServer } from '#server/platform/db/embedded-place.ts'

/** The server process of a data folder; null if none is running there. */
export function serverIn(dataDir: string): number | null {
  try {
    const [pid = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 0)
    return Number(pid)
  } catch {
    return null
  }
}

/** Kills the server as a power cut would; its other processes notice and end. */
export async function killServer(dataDir: string): Promise<void> {
  const folder = await realpath(dataDir).catch(() => dataDir)
  // In a copied folder, the number may be that of an unrelated process.
  const pid = await runningServer({ data: join(folder, 'postgres') })
  if (pid === null) return
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => serverIn(dataDir), { interval: 10 }).not.toBe(pid)
}
