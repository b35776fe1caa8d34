/** Runs a program on this machine and, if it fails, reports the reason in one line. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { StartError } from './start-error.ts'

export interface Run {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Connects the program's input or output. Resolves once all data has been passed on. */
  pipe?(child: ChildProcessWithoutNullStreams): Promise<unknown>
}

/** An error with a one-line message that includes the first line of the program's stderr, if any. */
export class ProgramError extends StartError {
  /** The start of the program's stderr; null if the program could not be run. */
  readonly complaint: string | null

  constructor(message: string, complaint: string | null) {
    super(message)
    this.complaint = complaint
  }
}

/** @throws ProgramError */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env = process.env, cwd, pipe }: Run = {},
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
      const said = child.pid === undefined ? null : complaint
      if (said === null && error.code === 'ENOENT') {
        throw new ProgramError(`the program ${program} is not installed on this machine`, said)
      }
      throw new ProgramError(`${program} failed: ${said?.split('\n')[0] || error.message}`, said)
    },
  )
  if (code !== 0) {
    throw new ProgramError(`${program} failed (${code}): ${complaint.split('\n')[0]}`, complaint)
  }
}
