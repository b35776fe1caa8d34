import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { HERE, type Launcher } from './launcher.ts'

/** @returns the exit code, and everything that was printed to standard output and standard error */
export async function runScript(
  script: 'backup' | 'restore' | 'demo-clear',
  args: readonly string[],
  env: Record<string, string>,
  launcher: Launcher = HERE,
): Promise<{ code: number | null; output: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const file = join(import.meta.dirname, `../../scripts/${script}.ts`)
  const [command, ...rest] = [...launcher, process.execPath, file, ...args] as const
  const child = spawn(command ?? '', rest, { env: { ...inherited, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
