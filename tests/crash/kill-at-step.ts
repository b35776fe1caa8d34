/**
 * Preloaded into a program (`node --import`): kills it just before the KILL_AT_STEP-th time that it changes a file in
 * DATA_DIR or starts another program. With 0, prints the number of such steps when the program ends.
 */
import childProcess from 'node:child_process'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const killAt = Number(process.env.KILL_AT_STEP)
const folder = process.env.DATA_DIR ?? ''
let steps = 0

function step(): void {
  steps++
  if (steps === killAt) process.kill(process.pid, 'SIGKILL')
}

for (const name of ['rename', 'rm', 'mkdir', 'writeFile'] as const) {
  const real = fs[name] as (...args: unknown[]) => Promise<unknown>
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (String(args[0]).startsWith(folder)) step()
      return real(...args)
    },
  })
}
const spawn = childProcess.spawn as (...args: unknown[]) => unknown
Object.assign(childProcess, {
  spawn: (...args: unknown[]) => {
    step()
    return spawn(...args)
  },
})
syncBuiltinESMExports()
if (killAt === 0) process.on('exit', () => console.log(`${steps} steps`))
