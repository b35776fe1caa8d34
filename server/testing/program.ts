/** The real program as a process of its own, as `npm start` runs it, on free ports. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SERVER_FLAGS } from '../../scripts/setup.mjs'

const ROOT = join(import.meta.dirname, '../..')

export interface Program {
  child: ChildProcess
  /** What it has printed so far: its log. */
  printed(): string
  /** Its address, once it says that it is open; fails when it ends before. */
  open: Promise<string>
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

const EMPTY_SHOP = { PORT: '0', REALTIME_PORT: '0', DEMO: 'off' }

const running = new Set<ChildProcess>()
// A run that is broken off leaves nothing behind.
process.once('exit', endPrograms)

/**
 * An empty shop unless told otherwise.
 * @param entry another program than the shop's, for what must be seen to fail.
 */
export function runProgram(env: Record<string, string>, entry = 'server/main.ts'): Program {
  const child = spawn(process.execPath, [...SERVER_FLAGS, entry], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...EMPTY_SHOP, ...env },
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<Awaited<Program['ended']>>((resolve) => {
    child.once('exit', () => running.delete(child))
    // When the last of its output is read, too.
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  const open = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      const address = addressIn(stdout)
      if (address) resolve(address)
    })
    ended.then(() => reject(new Error(`the shop ended before it was open: ${stderr}`)))
  })
  // Whoever only waits for the end does not care that it never opened.
  open.catch(() => {})
  return { child, printed: () => stdout, ended, open }
}

/**
 * The shop with its log in a file, as a shell's `>>` gives it one.
 * @param file in a folder that exists.
 */
export function runProgramLoggingTo(file: string, env: Record<string, string>): Program {
  const log = openSync(file, 'a')
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...EMPTY_SHOP, ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  running.add(child)
  const printed = () => readFileSync(file, 'utf8')
  let isOver = false
  const ended = new Promise<Awaited<Program['ended']>>((resolve) => {
    child.once('exit', (code) => {
      isOver = true
      running.delete(child)
      resolve({ code, stdout: printed(), stderr: '' })
    })
  })
  const untilOpen = async () => {
    for (; !isOver; await pause(50)) {
      const address = addressIn(printed())
      if (address) return address
    }
    throw new Error(`the shop ended before it was open: ${printed()}`)
  }
  return { child, printed, ended, open: untilOpen() }
}

/** Kills every program that is still running, as a power cut would. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

function addressIn(log: string): string | undefined {
  return /Barq is open at (\S+)/.exec(log)?.[1]
}
