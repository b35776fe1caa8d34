/** The real program in processes of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

const children = new Set<ChildProcess>()

/** Ends what is still running at once; call after each test. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL')
}

/** A free port, taken until it is released. */
export async function takePort(): Promise<{ port: number; release(): Promise<unknown> }> {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, 'localhost', resolve))
  const { port } = holder.address() as { port: number }
  return { port, release: () => new Promise((resolve) => holder.close(resolve)) }
}

/** The real program on free ports, an empty shop unless told otherwise. */
export function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, PORT: '0', REALTIME_PORT: '0', DEMO: 'off', ...env },
  })
  children.add(child)
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once('exit', (code) => {
      children.delete(child)
      resolve({ code, stderr })
    })
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
  return { child, ended, open }
}
