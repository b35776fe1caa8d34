/**
 * Renews answers in the background: those that lag behind a change and those that have grown old.
 * The old answer is served until the new one is ready.
 */
import { createSemaphore } from '../../concurrency/semaphore.ts'
import { isUnavailable } from '../../unavailable.ts'
import { type Encoding, encode } from './encoded-answer.ts'
import type { Entry, Source } from './store.ts'

const RENEW_EVERY_MS = 700
/**
 * Milliseconds after which an answer without a known change is renewed, in case a change was
 * missed.
 */
const KEPT_MS = 30_000
/**
 * The limit when that is not possible: the database is unavailable, or too many answers have more
 * hits.
 */
const KEPT_AT_MOST_MS = 60_000
/**
 * When more are due, those with the most hits are renewed and the others are built on the next
 * request: thousands at once would hold up orders.
 */
const RENEWED_MAX = 64
const RENEWED_AT_ONCE = 2
/** A lagging answer that waits longer than this to be built is dropped. */
const RENEWED_WITHIN_MS = 250

export interface RenewalParts {
  all(): Entry[]
  drop(entry: Entry): void
  /** Builds a possible replacement of an entry; see `replace`. */
  build(source: Source): Promise<Entry>
  /** Replaces the entry with `next`, unless a later change forbids it. */
  replace(entry: Entry, next: Entry): void
}

/** @returns a function that stops it. */
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
      // The entry stays as old as it was: the next round tries again.
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

/** The next client must not wait for its compression. */
async function encodeLike(before: Entry, { ready }: Entry): Promise<void> {
  const encodings = Object.keys(before.ready?.encoded ?? {}) as Encoding[]
  await Promise.all(encodings.map((encoding) => ready && encode(ready, encoding)))
}

/**
 * Whether to keep an answer that could not be renewed: no known change concerns it, and the
 * database is unavailable. Behind a known change 503 is better than a wrong price or stock.
 */
export function mayStay(entry: Entry, error: unknown): boolean {
  return entry.lagsSince === null && !isTooOld(entry) && isUnavailable(error as Error)
}

function isTooOld({ builtAt }: Entry): boolean {
  return performance.now() - builtAt >= KEPT_AT_MOST_MS
}
