/** Decides when the outbox delivers: shortly after a notification, and periodically in case one was missed. */

const POLL_MS = 1_000
/** How long to wait after a notification, so that events written at about the same time share a batch. */
const GATHER_MS = 5
/** The pause between batches under load. Each batch costs the database four statements. */
const PAUSE_MS = 50

/**
 * @param deliverDue delivers a batch and resolves to the number of events claimed.
 * @param warn receives failures, which will be retried.
 */
export function createDeliveryLoop(
  deliverDue: () => Promise<number>,
  warn: (error: unknown, what: string) => void,
) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isNotified = false
  let isOpen = false
  let lastEnd = Number.NEGATIVE_INFINITY

  function schedule(delay: number): void {
    clearTimeout(timer)
    if (!isOpen) return
    timer = setTimeout(run, delay)
    timer.unref()
  }

  function run(): void {
    if (running) return
    isNotified = false
    running = deliverDue()
      .catch((error: unknown) => {
        warn(error, 'a batch of outbox events could not be delivered')
        return 0
      })
      .then((delivered) => {
        running = null
        lastEnd = performance.now()
        // More events may have arrived during the delivery, so the loop checks again soon.
        schedule(delivered > 0 || isNotified ? PAUSE_MS : POLL_MS)
      })
  }

  return {
    isOpen: (): boolean => isOpen,

    notify(): void {
      if (isNotified) return
      isNotified = true
      if (!running) schedule(Math.max(GATHER_MS, lastEnd + PAUSE_MS - performance.now()))
    },

    open(): void {
      isOpen = true
      schedule(0)
    },

    /** Stops the loop; resolves once the batch in progress is done. */
    async close(): Promise<void> {
      isOpen = false
      clearTimeout(timer)
      await running
    },
  }
}
