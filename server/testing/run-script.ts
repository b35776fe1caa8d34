/** The scripts for owners, run as owners run them. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** @returns how it ended and all that it said. */
export async function runScript(
  script: 'backup' | 'restore',
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; says: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, `../../scripts/${script}.ts`), ...args],
    { env: { ...inherited, ...env } },
  )
  let says = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      says += chunk
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, says }
}
