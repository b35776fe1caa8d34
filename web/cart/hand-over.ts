import { LINES_KEY, type StoredLine, storedLines, storeLines } from './stored-lines.ts'

/**
 * Hands a visitor's cart to `give`, in one tab at a time: other tabs then find it empty. The cart stays stored until
 * `give` succeeds, so `give` may run again if the page is closed in between. Lines added or changed while `give` runs
 * stay stored.
 * @param signal aborts the wait for another tab, which may have been suspended.
 * @returns the result of `give`; null if nothing was stored.
 * @throws the signal's reason, or the error of `give`.
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
  // `navigator.locks` exists only in secure contexts.
  return navigator.locks ? await navigator.locks.request(LINES_KEY, { signal }, run) : await run()
}

function isSame(one: StoredLine, other: StoredLine): boolean {
  return one.id === other.id && one.quantity === other.quantity
}
