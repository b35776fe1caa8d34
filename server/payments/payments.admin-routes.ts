import { cancelAdminOrder, refundAdminOrder, takeCash } from '#contract/admin.ts'
import type { ManageOrders } from '../orders/manage-orders.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { readAmount } from '../platform/http/read-amount.ts'
import type { Payments } from './payments.ts'
import type { Refunds } from './refund-order.ts'
import type { TakeCash } from './take-cash.ts'

export interface PaymentsAdminParts {
  payments: Payments
  refunds: Refunds
  cash: TakeCash
  manageOrders: ManageOrders
}

export function paymentsAdminRoutes(
  api: Api,
  { payments, refunds, cash, manageOrders }: PaymentsAdminParts,
): void {
  api.data(cancelAdminOrder, async ({ caller, params }) => {
    const { id } = params
    const unknown = await payments.endAttempt(id, null)
    const giveUp = unknown ? (tx: Tx) => payments.giveUp(tx, unknown) : undefined
    return manageOrders.move(caller, id, 'cancel', giveUp)
  })

  api.route(takeCash, async ({ caller, params, body }) => {
    const parcelId = body.parcel ?? null
    const totalCents = readAmount('total', body.total)
    await cash(caller, params.id, { parcelId, totalCents })
    return { message: 'Cash payment recorded.' }
  })

  api.data(refundAdminOrder, async ({ caller, params, body }) => {
    const { goodsBack, units = null, leftUnits = null, reason = null } = body
    const request = {
      goodsBack,
      units,
      leftUnits,
      reason: reason?.trim() || null,
      cents: centsOf('amount', body.amount),
      leftCents: centsOf('left', body.left),
    }
    return refunds.refund(caller, params.id, request)
  })
}

function centsOf(field: 'amount' | 'left', amount: number | null | undefined): number | null {
  return amount === null || amount === undefined ? null : readAmount(field, amount)
}
