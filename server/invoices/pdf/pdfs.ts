/**
 * Invoice PDFs. Rendering a PDF takes 0.1 to 0.4 s of CPU time, so a worker thread renders one at a time. An invoice
 * never changes, so its PDF is cached. Limits keep a single account or IP address from filling the queue.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { Tinypool } from 'tinypool'
import type { Invoice } from '#contract/invoices.ts'
import type { Locale } from '#contract/locale.ts'
import { shopCurrency } from '#contract/money.ts'
import { createKeyedLimit } from '../../platform/concurrency/keyed-limit.ts'
import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import { ROOT } from '../../platform/root.ts'
import type { DrawRequest } from './pdf-worker.ts'

export interface Pdf {
  bytes: Buffer
  /** With quotes, as in the ETag header. */
  etag: string
}

export interface Asker {
  id: number
  /** The IP address, as returned by `addressKey`. */
  address: string
}

const WORKER = pathToFileURL(join(ROOT, 'server/invoices/pdf/pdf-worker.ts')).href

/** The maximum total size of the cached PDFs, in bytes; a one-page PDF takes about 20 kB. */
const KEPT_BYTES = 16_000_000

/** How long the worker thread may be idle before it ends and frees the fonts. */
const IDLE_MS = 30_000
/** The time limit for one PDF; a hundred lines take half a second. */
const DRAWING_MS = 15_000
const QUEUE = { max: 1, waitMs: 10_000, waitingMax: 50 }
/** The maximum number of PDFs in progress per account; a customer may open a few at once. */
const PER_ACCOUNT = 5
const PER_ADDRESS = 15

export function createPdfs(drawingMs = DRAWING_MS) {
  const oneAtATime = createSemaphore(QUEUE)
  const withinAccount = createKeyedLimit(PER_ACCOUNT, tooMany)
  const withinAddress = createKeyedLimit(PER_ADDRESS, tooMany)
  const kept = new LRUCache<string, Pdf, DrawRequest>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    fetchMethod: (_key, _stale, { context }) => oneAtATime(() => draw(context)),
  })
  let pool: Promise<Tinypool> | undefined

  async function draw(request: DrawRequest): Promise<Pdf> {
    pool ??= openPool()
    const signal = AbortSignal.timeout(drawingMs)
    const bytes = Buffer.from(await (await pool).run(request, { signal }))
    return { bytes, etag: `"${createHash('sha1').update(bytes).digest('base64url')}"` }
  }

  return {
    /**
     * Renders an invoice's PDF, or returns it from the cache. Does not check whether the caller may read the invoice.
     * @throws ShopError `too_many` while the account or IP address has too many PDFs in progress; SemaphoreTimeout if
     * too many PDFs are waiting, or this PDF waits too long; AbortError if rendering takes longer than `drawingMs`.
     */
    async of(invoice: Invoice, locale: Locale, { id, address }: Asker): Promise<Pdf> {
      const key = `${invoice.id} ${locale}`
      return (
        kept.get(key) ??
        withinAccount(String(id), () =>
          withinAddress(address, () =>
            kept.forceFetch(key, { context: { invoice, locale, currency: shopCurrency() } }),
          ),
        )
      )
    },

    close: async (): Promise<void> => (await pool)?.destroy(),
  }
}

async function openPool(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool')
  return new Tinypool({ filename: WORKER, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS })
}

function tooMany(): ShopError {
  return new ShopError('too_many', 'error.pdfsBeingDrawn', { retryAfter: 2 })
}
