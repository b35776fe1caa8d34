/** Runs a program of the machine and reports in one line why it failed. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { StartError } from '../start-error.ts'

export interface Run {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Exit codes that count as success besides 0. */
  alsoGood?: number
  /** Connects the program's input or output; resolves when that is finished. */
  pipe?(child: ChildProcessWithoutNullStreams): Promise<unknown>
}

/** @throws StartError with the first line of the program's stderr. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env = process.env, cwd, alsoGood = 0, pipe }: Run = {},
): Promise<void> {
  const child = spawn(program, args, {
    env,
    ...(cwd && { cwd }),
    stdio: [pipe ? 'pipe' : 'ignore', pipe ? 'pipe' : 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(0, 4_000)
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [code] = await Promise.all([ended, pipe?.(child as ChildProcessWithoutNullStreams)]).catch(
    (error: NodeJS.ErrnoException) => {
      child.kill()
      if (error.code === 'ENOENT') throw new StartError(`${program} is not on this machine`)
      throw new StartError(`${program} failed: ${complaint.split('\n')[0] || error.message}`)
    },
  )
  if (code !== 0 && code !== alsoGood) {
    throw new StartError(`${program} failed (${code}): ${complaint.split('\n')[0]}`)
  }
}
