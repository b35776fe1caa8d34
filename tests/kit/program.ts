/** The built program in a child process, run as `npm start` does, on free ports. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '#server/platform/root.ts'
import { COMPILE_CACHE, SERVER, SERVER_FLAGS } from '../../scripts/setup.mjs'

export interface Program {
  child: ChildProcess
  /** The log so far: what the program has printed to standard output. */
  printed(): string
  /** Resolves to the program's URL when it reports that it is open; rejects if it ends before that. */
  open: Promise<string>
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

const LOOK_MS = 10

const EMPTY_SHOP = { PORT: '0', REALTIME_PORT: '0', DEMO: 'off', ADDRESS: 'later' }

const running = new Set<ChildProcess>()
// An interrupted run must not leave processes behind.
process.once('exit', endPrograms)

/**
 * Runs the program, with an empty shop unless `env` says otherwise.
 * @param launcher the command and arguments that start it; empty to start it directly.
 */
export function runProgram(env: Record<string, string>, launcher: readonly string[] = []): Program {
  const [command, ...args] = [...launcher, process.execPath, ...SERVER_FLAGS, SERVER] as const
  const child = spawn(command ?? '', args, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...EMPTY_SHOP,
      ...env,
    },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const piped = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk) => {
      piped[name] += chunk
    })
  }
  const printed = () => piped.stdout
  let isOver = false
  const ended = new Promise<Awaited<Program['ended']>>((resolve) => {
    // Unlike `exit`, `close` comes after all output has been read.
    child.once('close', (code) => {
      isOver = true
      resolve({ code, stdout: printed(), stderr: piped.stderr })
    })
  })
  const untilOpen = async () => {
    for (; ; await pause(LOOK_MS)) {
      const address = addressIn(printed())
      if (address) return address
      if (isOver) throw new Error(`the shop ended before it was open: ${piped.stderr || printed()}`)
    }
  }
  const open = untilOpen()
  // Callers that only wait for `ended` need not handle a program that never opened.
  open.catch(() => {})
  return { child, printed, ended, open }
}

export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

function addressIn(log: string): string | undefined {
  return /Barq is open at (\S+)/.exec(log)?.[1]
}
