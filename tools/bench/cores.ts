/**
 * Two cores for the shop and its database, the others for who asks: else the load would take from
 * what it measures, and the figures would be those of a larger machine.
 */
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** With fewer than four cores everything shares them; without Linux's `taskset`, too. */
const ARE_APART = availableParallelism() >= 4 && hasTaskset()

export const CORES_IN_WORDS = ARE_APART
  ? 'server and database have two cores, the clients the others'
  : 'server, database and clients share the machine'

/** The process, its threads, and what it starts from now on. */
export function keepToServerCores(pid: number | undefined): void {
  keep(pid, '0,1')
}

export function keepOffServerCores(pid: number): void {
  keep(pid, `2-${availableParallelism() - 1}`)
}

function keep(pid: number | undefined, cores: string): void {
  if (ARE_APART && pid !== undefined) execFileSync('taskset', ['-apc', cores, String(pid)])
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
