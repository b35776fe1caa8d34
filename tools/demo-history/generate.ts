/**
 * `node tools/demo-history/generate.ts` writes demo/history/: the ninety days of trade that a demo
 * shop starts with. Its files are the same each time; run it after a change of the catalog or of
 * the files beside this one.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDemoCatalog } from '#server/demo/demo-catalog.ts'
import { inventHistory } from './history.ts'
import { historyFiles } from './history-files.ts'

/** A Tuesday evening in Dubai: what the days and hours of the past are counted back from. */
export const MOMENT = Date.parse('2026-07-21T19:40:00Z')

/** The contents of the files for the current catalog. */
export async function generateHistory() {
  const { products } = await readDemoCatalog()
  return inventHistory(products, { seed: 20_260_721, now: MOMENT })
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../../demo/history')
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(historyFiles(await generateHistory(), MOMENT))) {
    await writeFile(join(folder, `${name}.csv`), text)
  }
}
