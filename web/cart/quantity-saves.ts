/**
 * Quantities on their way to the server. Taps that follow each other quickly are saved as one,
 * and whoever is about to order or remove a line has the saves finished first: one that came
 * after would find no line.
 */
import { translate } from '#web/i18n/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { saveQuantity } from './cart.queries.ts'

/** Taps within this time are saved as one. */
const QUIET = 300

interface Waiting {
  timer: ReturnType<typeof setTimeout>
  quantity: number
}

const waiting = new Map<number, Waiting>()
const underWay = new Map<number, Promise<void>>()

/** Saves the quantity of a line once no other has been chosen for a moment. */
export function saveQuantitySoon(id: number, quantity: number): void {
  clearTimeout(waiting.get(id)?.timer)
  waiting.set(id, { quantity, timer: setTimeout(() => finishQuantitySave(id), QUIET) })
}

/** Saves now what waits, and resolves when nothing of the line is under way any more. */
export async function finishQuantitySave(id: number): Promise<void> {
  const next = waiting.get(id)
  if (!next) return underWay.get(id)
  clearTimeout(next.timer)
  waiting.delete(id)
  // One after the other, so that the last one chosen is the last one saved.
  const saving = (underWay.get(id) ?? Promise.resolve()).then(() => save(id, next.quantity))
  underWay.set(id, saving)
  await saving
  if (underWay.get(id) === saving) underWay.delete(id)
}

/** The same for every line. */
export async function finishQuantitySaves(): Promise<void> {
  const ids = new Set([...waiting.keys(), ...underWay.keys()])
  await Promise.all([...ids].map(finishQuantitySave))
}

async function save(id: number, quantity: number): Promise<void> {
  try {
    await saveQuantity(id, quantity)
  } catch (error) {
    console.error(error)
    showToast(translate('toast.quantityFailed'), 'error')
  }
}
