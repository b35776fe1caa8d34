import { spawnSync } from 'node:child_process'

/** The command, with its arguments, that starts the program. */
export type Launcher = readonly string[]

export const HERE: Launcher = []

/** As in a container: the program is process 1, sees no other processes, and ends when its launcher does. */
export const OWN_PIDS: Launcher = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

/** @returns why this machine cannot use the launcher, or null if it can */
export function cannotLaunch([command = '', ...args]: Launcher): string | null {
  const { error, status, stderr } = spawnSync(command, [...args, 'true'], { encoding: 'utf8' })
  if (error) return `${command} is not here (${error.message})`
  return status === 0 ? null : stderr.trim()
}
