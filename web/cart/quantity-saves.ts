/**
 * Debounces quantity saves, so that quick taps become one request. Finish the saves before ordering or removing a line:
 * a later save would not find the line.
 */
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { queryClient } from '#web/api/query-client.ts'
import { translate } from '#web/i18n/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { cartQuery, saveQuantity, sendQuantity, showQuantity } from './cart.queries.ts'

/** Milliseconds to wait after the last tap before saving the quantity. */
const QUIET = 300

interface Waiting {
  timer: ReturnType<typeof setTimeout>
  quantity: number
}

const waiting = new Map<number, Waiting>()
const underWay = new Map<number, Promise<void>>()

/**
 * Changes a line's quantity within the limits: immediately on the screen, after a pause on the server. Starts from the
 * latest quantity, which may not have been rendered yet.
 */
export function stepQuantity(id: number, step: 1 | -1): void {
  const line = queryClient.getQueryData(cartQuery.queryKey)?.find((item) => item.id === id)
  if (!line) return
  const quantity = Math.min(Math.max(line.quantity + step, QUANTITY_MIN), QUANTITY_MAX)
  if (quantity === line.quantity) return
  showQuantity(id, quantity)
  saveQuantitySoon(id, quantity)
}

function saveQuantitySoon(id: number, quantity: number): void {
  clearTimeout(waiting.get(id)?.timer)
  waiting.set(id, { quantity, timer: setTimeout(() => finishQuantitySave(id), QUIET) })
}

/** Saves a line's pending quantity immediately; resolves when no save for the line is running. */
export async function finishQuantitySave(id: number): Promise<void> {
  const next = waiting.get(id)
  if (!next) return underWay.get(id)
  clearTimeout(next.timer)
  waiting.delete(id)
  // Saves run one after another, so that the last choice wins.
  const earlier = underWay.get(id) ?? Promise.resolve()
  await track(
    id,
    earlier.then(() => save(id, next.quantity)),
  )
}

/** Tracks a save until it ends or a later one replaces it. */
async function track(id: number, saving: Promise<void>): Promise<void> {
  underWay.set(id, saving)
  await saving
  if (underWay.get(id) === saving) underWay.delete(id)
}

export async function finishQuantitySaves(): Promise<void> {
  const ids = new Set([...waiting.keys(), ...underWay.keys()])
  await Promise.all([...ids].map(finishQuantitySave))
}

/** Sends all pending quantities immediately, because timers no longer run once a page is being closed. */
function sendPending(): void {
  for (const [id, { timer, quantity }] of waiting) {
    clearTimeout(timer)
    waiting.delete(id)
    const earlier = underWay.get(id)
    track(id, earlier ? overtake(earlier, id, quantity) : save(id, quantity))
  }
}

/**
 * Saves a quantity without waiting for the running save, whose reply may arrive only after the page is gone. If the
 * page stays, saves again, because the earlier save may have reached the server last.
 */
async function overtake(earlier: Promise<void>, id: number, quantity: number): Promise<void> {
  // Failures do not matter, because the quantity is saved again below.
  await Promise.allSettled([earlier, sendQuantity(id, quantity)])
  await save(id, quantity)
}

window.addEventListener('pagehide', sendPending)
// `pagehide` may not fire if a phone terminates a page in the background.
window.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') sendPending()
})

async function save(id: number, quantity: number): Promise<void> {
  try {
    await saveQuantity(id, quantity)
  } catch (error) {
    console.error(error)
    showToast(translate('toast.quantityFailed'), 'error')
  }
}
