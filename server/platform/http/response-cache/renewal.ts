/**
 * Builds answers again in the background: those that lag behind a change and those that have grown
 * old. The old one is served until the new one is ready.
 */
import { createSemaphore } from '../../concurrency/semaphore.ts'
import { isUnavailable } from '../../unavailable.ts'
import { type Encoding, encode } from './encoded-answer.ts'
import type { Entry, Source } from './store.ts'

const RENEW_EVERY_MS = 700
/** What no known change concerns is built again after this, in case one was missed. */
const KEPT_MS = 30_000
/** Where that is not possible: the database cannot answer now, or too many have more hits. */
const KEPT_AT_MOST_MS = 60_000
/**
 * Of more that are due, those with the most hits are renewed, and the others are built when somebody
 * asks: thousands at once would hold up orders.
 */
const RENEWED_MAX = 64
const RENEWED_AT_ONCE = 2
/** What waits longer to be built is dropped when it lags. */
const RENEWED_WITHIN_MS = 250

export interface RenewalParts {
  all(): Entry[]
  drop(entry: Entry): void
  /** Builds what may take the place of an entry; see `replace`. */
  build(source: Source): Promise<Entry>
  /** Puts `next` in the place of the entry, unless a change came that forbids it. */
  replace(entry: Entry, next: Entry): void
}

/** @returns what ends it. */
export function renewRegularly(parts: RenewalParts): () => void {
  const semaphore = createSemaphore({ max: RENEWED_AT_ONCE, waitMs: RENEWED_WITHIN_MS })
  let renewing = 0

  function renewDue(): void {
    const now = performance.now()
    const due = parts
      .all()
      .filter(
        ({ ready, isRenewing, lagsSince, builtAt }) =>
          ready && !isRenewing && (lagsSince !== null || now - builtAt >= KEPT_MS),
      )
    due.sort((one, other) => other.hits - one.hits)
    for (const entry of due) {
      if (entry.hits > 0 && renewing < RENEWED_MAX) void renew(entry)
      else if (entry.hits === 0 || entry.lagsSince !== null || isTooOld(entry)) parts.drop(entry)
    }
  }

  async function renew(entry: Entry): Promise<void> {
    renewing += 1
    entry.isRenewing = true
    entry.hits = 0
    try {
      const next = await semaphore(() => parts.build(entry.source))
      await encodeLike(entry, next)
      parts.replace(entry, next)
    } catch (error) {
      if (!mayStay(entry, error)) parts.drop(entry)
      // It is as old as it was: the next round tries again.
      else entry.hits = 1
    } finally {
      entry.isRenewing = false
      renewing -= 1
    }
  }

  const timer = setInterval(renewDue, RENEW_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Who asks next shall not wait for its compression. */
async function encodeLike(before: Entry, { ready }: Entry): Promise<void> {
  const encodings = Object.keys(before.ready?.encoded ?? {}) as Encoding[]
  await Promise.all(encodings.map((encoding) => ready && encode(ready, encoding)))
}

/**
 * Whether an answer may stand that could not be built again: no change is known that concerns it, and
 * the database cannot answer. Behind a known change 503 is better than a wrong price or stock.
 */
export function mayStay(entry: Entry, error: unknown): boolean {
  return entry.lagsSince === null && !isTooOld(entry) && isUnavailable(error as Error)
}

function isTooOld({ builtAt }: Entry): boolean {
  return performance.now() - builtAt >= KEPT_AT_MOST_MS
}
