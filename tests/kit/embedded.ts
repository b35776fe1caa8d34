/** What tests do to an embedded database from outside. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** The process of the server in a data folder; null when none runs there. */
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
  const pid = serverIn(dataDir)
  if (pid === null) return
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => serverIn(dataDir), { interval: 10 }).not.toBe(pid)
}
