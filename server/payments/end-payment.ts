/** Ending the payment of an order that shall be cancelled. */
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { SettlingParts } from './payment-parts.ts'
import { inReview, mayBePaid, unavailable } from './payment-refusals.ts'
import * as store from './payments.store.ts'
import { DECLINED, type Outcome, UNKNOWN_ACCOUNT } from './provider.ts'
import { traitsOf } from './providers.ts'
import { isOpen } from './settle.ts'

export function createPaymentEnd({ db, provider, settle, warn }: SettlingParts) {
  /** The outcome of a payment that can no longer be paid; null as in `provider.close`. */
  async function close(payment: store.Begun): Promise<Outcome | null> {
    if (payment.provider !== provider.name) {
      return traitsOf(payment.provider).takesMoney ? UNKNOWN_ACCOUNT : DECLINED
    }
    return provider.close(payment).catch((error: unknown) => {
      warn(error, `payment ${payment.paymentId} was not closed`)
      throw unavailable()
    })
  }

  return {
    /**
     * Ends the payment of an order that is under way, so that the order can be cancelled and the
     * open page can no longer be paid. If the customer was faster, the order is paid instead.
     * @param ownerId null for the staff.
     * @returns the payment that the current provider cannot be asked about; only `giveUp` ends it.
     * @throws ShopError `unavailable` while the provider does not answer.
     */
    async endAttempt(orderId: number, ownerId: number | null): Promise<store.Begun | null> {
      const payment = await store.findOpen(db.run, orderId, ownerId)
      const outcome = payment && (await close(payment))
      // The provider does not know it yet: its charge is under way at this moment and goes first.
      if (!outcome) return null
      if (outcome.status === 'unknown_account') return payment
      await inTransaction(db, (tx) => settle(tx, payment.paymentId, outcome))
      return null
    },

    /**
     * The staff's decision to expect nothing more from a provider that cannot be asked; part of the
     * transaction that cancels the order.
     * @returns the details for the audit log, or null when there was nothing left to give up.
     * @throws ShopError `conflict` while the provider's page may be open (`retryAfter` in seconds),
     *   or while another payment of the order is in review.
     */
    async giveUp(tx: Tx, { paymentId, provider: taker }: store.Begun) {
      const payment = await store.lockPayment(tx, paymentId)
      if (!payment || !isOpen(payment.state)) return null
      if (payment.isInReview) throw inReview(payment.orderState)
      const secondsLeft = Math.ceil(traitsOf(taker).openMinutes * 60 - payment.ageSeconds)
      if (secondsLeft > 0) throw mayBePaid(payment.orderState, secondsLeft)
      await store.setPaymentState(tx, paymentId, 'voided')
      // A hold may have been extended beyond the page's own time.
      await store.freeOrder(tx, payment.orderId)
      tx.afterCommit(() =>
        warn(
          undefined,
          `payment ${paymentId} of order ${payment.orderId} was given up without asking ${taker}: if it brought money, refund it there`,
        ),
      )
      return { paymentGivenUp: paymentId, provider: taker }
    },
  }
}
