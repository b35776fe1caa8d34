/** Automatic moves: the server confirms new orders and cancels unpaid ones. */
import { every, type Stop } from '../platform/jobs/every.ts'
import type { Orders } from './orders.ts'
import { timeToPay } from './time-to-pay.ts'

export interface OrderTimes {
  /** Seconds from placing an order to its automatic confirmation; null if staff confirm orders. */
  autoConfirmAfter: number | null
  /** Seconds from confirmation until an unpaid order is cancelled. */
  unpaidExpiresAfter: number
}

const CONFIRM_EVERY_MS = 1_000
const EXPIRE_EVERY_MS = 30_000

/** @returns functions that stop the timers. */
export function startOrderTimers(
  orders: Orders,
  settings: Parameters<typeof timeToPay>[0] & { orderTimes: OrderTimes },
  failed: (error: unknown) => void,
): Stop[] {
  const { autoConfirmAfter } = settings.orderTimes
  const seconds = timeToPay(settings)
  const stops = [every(EXPIRE_EVERY_MS, () => orders.cancelUnpaid(seconds), failed)]
  if (autoConfirmAfter !== null) {
    stops.push(every(CONFIRM_EVERY_MS, () => orders.confirmDue(autoConfirmAfter), failed))
  }
  return stops
}
