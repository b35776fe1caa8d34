import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** @returns the exit code, and everything printed to standard output and standard error */
export async function runScript(
  script: 'admin' | 'backup' | 'demo-clear' | 'mail-test' | 'restore',
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const file = join(import.meta.dirname, `../../scripts/${script}.ts`)
  const child = spawn(process.execPath, [file, ...args], { env: { ...inherited, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
