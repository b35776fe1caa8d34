/**
 * `node tools/demo-history/generate.ts` writes demo/history/: the ninety days of trade that a demo shop starts with. It
 * always writes the same files; run it after changing the catalog or the files in this folder.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDemoCatalog } from '#server/demo/demo-catalog.ts'
import { inventHistory } from './history.ts'
import { historyFiles } from './history-files.ts'

/** The end of the history: a Tuesday night in Dubai. */
export const MOMENT = Date.parse('2026-07-21T19:40:00Z')

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
