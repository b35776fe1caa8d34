/** Measures how long each export takes, and how much the server's memory grows during it. */
import { EXPORTED_TABLES, type ExportedTable } from '../../contract/admin.ts'

export interface ExportFigure {
  table: ExportedTable
  lines: number
  megabytes: number
  seconds: number
  /** The server's memory in megabytes, before the first export and at the peak during this export. */
  before: number
  peak: number
}

interface Shop {
  base: string
  token: string
  /** The server's memory in megabytes. */
  memory(): Promise<number>
}

const LOOK_EVERY_MS = 250

/** How long the shop reads columns into memory after startup, in milliseconds; the exports start after that. */
const SETTLE_MS = 20_000

export async function measureExports({ base, token, memory }: Shop): Promise<ExportFigure[]> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const before = await memory()
  const figures: ExportFigure[] = []
  for (const table of EXPORTED_TABLES) {
    let peak = before
    const looking = setInterval(async () => {
      peak = Math.max(peak, await memory())
    }, LOOK_EVERY_MS)
    const began = performance.now()
    const { lines, bytes } = await download(`${base}/api/admin/exports/${table}`, token)
    clearInterval(looking)
    const seconds = (performance.now() - began) / 1000
    figures.push({ table, lines, megabytes: bytes / 2 ** 20, seconds, before, peak })
  }
  return figures
}

async function download(address: string, token: string): Promise<{ lines: number; bytes: number }> {
  const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok || !reply.body) throw new Error(`${address}: ${reply.status}`)
  let [lines, bytes] = [0, 0]
  for await (const part of reply.body) {
    bytes += part.length
    for (const byte of part) if (byte === 10) lines++
  }
  return { lines, bytes }
}

export function exportsInWords(figures: readonly ExportFigure[]): string[] {
  return [
    '| export | lines | MB | seconds | memory before, MB | peak, MB |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...figures.map(({ table, lines, ...figure }) => {
      const { megabytes, seconds, before, peak } = figure
      const cells = [megabytes, seconds, before, peak].map((number) => number.toFixed(1))
      return `| ${[table, lines, ...cells].join(' | ')} |`
    }),
  ]
}
