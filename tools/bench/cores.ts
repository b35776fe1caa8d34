/**
 * Pins the shop and its database to two cores, and the clients to the other cores. Otherwise the load would compete
 * with the measured server, and larger machines would produce higher figures.
 */
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Whether server and clients have separate cores, which requires at least four and Linux's `taskset`. */
const ARE_APART = availableParallelism() >= 4 && hasTaskset()

export const CORES_IN_WORDS = ARE_APART
  ? 'server and database have two cores, the clients the others'
  : 'server, database and clients share the machine'

/** Pins a process, its threads, and any processes that it starts later. */
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
