import type { Orders } from '../orders/orders.ts'
import type { Seconds } from '../orders/time-to-pay.ts'
import type { Database } from '../platform/db/database.ts'
import type { PaymentProvider } from './provider.ts'

export interface PaymentParts {
  db: Database
  orders: Orders
  provider: PaymentProvider
  /** Receives warnings for the owner. */
  warn(error: unknown, what: string): void
  /** Seconds from confirmation until an order must be paid. */
  unpaidExpiresAfter: Seconds
  marksTestOrders: boolean
}
