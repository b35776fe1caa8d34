import { LINES_KEY, type StoredLine, storedLines, storeLines } from './stored-lines.ts'

/**
 * Gives a visitor's cart away, from one tab at a time: the others find nothing left. It stays stored
 * until `give` has succeeded, which may happen again when the page is closed meanwhile.
 * @returns what `give` returned; null when nothing was stored.
 */
export async function handOver<T>(give: (lines: StoredLine[]) => Promise<T>): Promise<T | null> {
  async function run(): Promise<T | null> {
    const lines = storedLines()
    if (lines.length === 0) return null
    const given = await give(lines)
    storeLines([])
    return given
  }
  // Only secure contexts have locks.
  return navigator.locks ? await navigator.locks.request(LINES_KEY, run) : await run()
}
