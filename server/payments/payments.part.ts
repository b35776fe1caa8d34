import type { FastifyInstance } from 'fastify'
import type { ManageOrders } from '../orders/manage-orders.ts'
import type { OrdersSettings } from '../orders/orders.settings.ts'
import type { Orders } from '../orders/orders.ts'
import {
  REFUND_PART_TOPIC,
  REFUND_PAYMENT_TOPIC,
  REFUND_SHARE_TOPIC,
} from '../orders/refund-topics.ts'
import { timeToPay } from '../orders/time-to-pay.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api, Guards } from '../platform/http/api.ts'
import { every, type Stop } from '../platform/jobs/every.ts'
import type { Figure } from '../platform/monitoring/metrics.routes.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { paymentsAdminRoutes } from './payments.admin-routes.ts'
import { paymentsRoutes, webhookRoutes } from './payments.routes.ts'
import type { PaymentsSettings } from './payments.settings.ts'
import { createPayments } from './payments.ts'
import { createReconciliation } from './reconciliation.ts'
import { createRefunds } from './refund-order.ts'
import { createTakeCash } from './take-cash.ts'

const SWEEP_MS = 30_000
/** How often to check whether the daily reconciliation is due. */
const RECONCILE_MS = 600_000

interface Settings extends PaymentsSettings, Pick<OrdersSettings, 'orderTimes' | 'fixedRules'> {
  publicUrl: string
}

export interface PaymentsPartNeeds {
  config: Settings
  db: Database
  /** Used to register the webhook in a Fastify scope of its own. */
  app: FastifyInstance
  guards: Guards
  orders: Orders
  manageOrders: ManageOrders
  notify(): void
  warn(error: unknown, what: string): void
}

export async function createPaymentsPart({ config, app, guards, ...needs }: PaymentsPartNeeds) {
  const { db, orders, manageOrders, notify, warn } = needs
  const provider = await config.paymentProvider.open(config.publicUrl)
  const unpaidExpiresAfter = timeToPay(config)
  const { marksTestOrders } = config
  const parts = { db, orders, provider, warn, unpaidExpiresAfter, marksTestOrders }
  const payments = createPayments(parts)
  const refunds = createRefunds(db, { orders, manageOrders, provider, notify })
  const cash = createTakeCash(db, orders)
  const reconciliation = createReconciliation({ db, provider, warn })

  return {
    reconciliation,
    method: payments.method,

    routes(api: Api): void {
      paymentsRoutes(api, payments, orders)
      webhookRoutes(app, guards, payments)
      paymentsAdminRoutes(api, { payments, refunds, cash, manageOrders })
    },

    events(outbox: Outbox): void {
      outbox.onEach(REFUND_PAYMENT_TOPIC, refunds.deliverRefund)
      outbox.onEach(REFUND_SHARE_TOPIC, refunds.deliverShareRefund)
      outbox.onEach(REFUND_PART_TOPIC, refunds.deliverPartRefund)
    },

    start(failed: (error: unknown) => void): Stop[] {
      payments.warnOfStranded().catch(failed)
      return [
        every(SWEEP_MS, payments.sweep, failed),
        every(RECONCILE_MS, reconciliation.runIfDue, failed),
      ]
    },

    figures: [
      {
        name: 'barq_payment_differences',
        help: "Differences between the shop's ledger and the payment provider's records",
        read: reconciliation.count,
      },
      {
        name: 'barq_payments_unsettled',
        help: 'Payments still unsettled two hours after they began',
        read: payments.countUnsettled,
      },
    ] satisfies Figure[],
  }
}
