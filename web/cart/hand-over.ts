import { LINES_KEY, type StoredLine, storedLines, storeLines } from './stored-lines.ts'

/**
 * Gives a visitor's cart away, from one tab at a time: the others find nothing left. It stays stored
 * until `give` has succeeded, which may happen again when the page is closed meanwhile. What was
 * chosen while `give` ran stays stored.
 * @param signal ends the wait for another tab, which may have been suspended.
 * @returns what `give` returned; null when nothing was stored.
 * @throws the signal's reason, or what `give` threw.
 */
export async function handOver<T>(
  give: (lines: StoredLine[]) => Promise<T>,
  signal: AbortSignal,
): Promise<T | null> {
  async function run(): Promise<T | null> {
    const lines = storedLines()
    if (lines.length === 0) return null
    const given = await give(lines)
    storeLines(storedLines().filter((now) => !lines.some((sent) => isSame(sent, now))))
    return given
  }
  // Only secure contexts have locks.
  return navigator.locks ? await navigator.locks.request(LINES_KEY, { signal }, run) : await run()
}

function isSame(one: StoredLine, other: StoredLine): boolean {
  return one.id === other.id && one.quantity === other.quantity
}
