/** Dependencies of the functions in payments.ts. */
import type { Orders } from '../orders/orders.ts'
import type { Seconds } from '../orders/time-to-pay.ts'
import type { Database } from '../platform/db/database.ts'
import type { PaymentProvider } from './provider.ts'

export interface PaymentParts {
  db: Database
  orders: Orders
  provider: PaymentProvider
  /** Notifies the outbox that there is something to deliver. */
  notify(): void
  /** Receives warnings for the owner. */
  warn(error: unknown, what: string): void
  /** Seconds from confirmation until an order must be paid. */
  unpaidExpiresAfter: Seconds
  /** Whether payments of a test provider make test orders. */
  marksTestOrders: boolean
}
