/** The real program as a process of its own, as `npm start` runs it, on free ports. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SERVER_ENV, SERVER_FLAGS } from '../../scripts/setup.mjs'
import { HERE, type Launcher } from './launcher.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface Program {
  child: ChildProcess
  /** What it has printed so far: its log, and its errors too where both go into one file. */
  printed(): string
  /** Its address, once it says that it is open; fails when it ends before. */
  open: Promise<string>
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** Between two looks at whether it is open. */
const LOOK_MS = 10

const EMPTY_SHOP = { PORT: '0', REALTIME_PORT: '0', DEMO: 'off' }

const running = new Set<ChildProcess>()
// A run that is broken off leaves nothing behind.
process.once('exit', endPrograms)

/**
 * An empty shop unless told otherwise.
 * @param entry another program than the shop's, for what must be seen to fail.
 * @param logFile where its output goes, as a shell's `>> file 2>&1` sends it; in a folder that exists.
 * @param launcher what starts it.
 */
export function runProgram(
  env: Record<string, string>,
  entry = 'server/main.ts',
  logFile?: string,
  launcher: Launcher = HERE,
): Program {
  const log = logFile === undefined ? null : openSync(logFile, 'a')
  const [command, ...args] = [...launcher, process.execPath, ...SERVER_FLAGS, entry] as const
  const child = spawn(command ?? '', args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...SERVER_ENV, ...EMPTY_SHOP, ...env },
    stdio: log === null ? 'pipe' : ['ignore', log, log],
  })
  if (log !== null) closeSync(log)
  running.add(child)
  child.once('exit', () => running.delete(child))
  const piped = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk) => {
      piped[name] += chunk
    })
  }
  const printed = () => (logFile === undefined ? piped.stdout : readFileSync(logFile, 'utf8'))
  let isOver = false
  const ended = new Promise<Awaited<Program['ended']>>((resolve) => {
    // When the last of its output is read, too.
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
  // Whoever only waits for the end does not care that it never opened.
  open.catch(() => {})
  return { child, printed, ended, open }
}

/** Kills every program that is still running, as a power cut would. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

function addressIn(log: string): string | undefined {
  return /Barq is open at (\S+)/.exec(log)?.[1]
}
