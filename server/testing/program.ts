/** The real program as a process of its own, as `npm start` runs it, on free ports. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
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
    env: { PATH: process.env.PATH, PORT: '0', REALTIME_PORT: '0', DEMO: 'off', ...env },
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
      const address = /Barq is open at (\S+)/.exec(stdout)?.[1]
      if (address) resolve(address)
    })
    ended.then(() => reject(new Error(`the shop ended before it was open: ${stderr}`)))
  })
  // Whoever only waits for the end does not care that it never opened.
  open.catch(() => {})
  return { child, printed: () => stdout, ended, open }
}

/** Kills every program that is still running, as a power cut would. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}
