/** The ninety days of history of a demo shop, from demo/history/. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { ROOT } from '../platform/root.ts'

const FOLDER = join(ROOT, 'demo/history')

const FILES = ['customers', 'supplies', 'purchases', 'ratings'] as const

/** The rows of each file as JSON for the database; demo/README.md explains their columns. */
export type DemoHistory = Record<(typeof FILES)[number], string>

export async function readDemoHistory(): Promise<DemoHistory> {
  const entries = FILES.map(async (name) => {
    const text = await readFile(join(FOLDER, `${name}.csv`), 'utf8')
    const rows = parse(text, { columns: true, cast: (value) => value || null })
    return [name, JSON.stringify(rows)]
  })
  return Object.fromEntries(await Promise.all(entries))
}
