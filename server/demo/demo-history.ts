/** The ninety days of history of a demo shop, from demo/history/. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { ROOT } from '../platform/root.ts'

const FOLDER = join(ROOT, 'demo/history')

/** The rows of each file as JSON for the database; demo/README.md explains their columns. */
export interface DemoHistory {
  customers: string
  supplies: string
  purchases: string
  ratings: string
}

export async function readDemoHistory(): Promise<DemoHistory> {
  const [customers, supplies, purchases, ratings] = await Promise.all([
    read('customers'),
    read('supplies'),
    read('purchases'),
    read('ratings'),
  ])
  return { customers, supplies, purchases, ratings }
}

async function read(name: string): Promise<string> {
  const text = await readFile(join(FOLDER, `${name}.csv`), 'utf8')
  return JSON.stringify(parse(text, { columns: true, cast: (value) => value || null }))
}
