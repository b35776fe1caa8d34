/** Ends a charge whose order is about to be canceled, or that conflicts with a new charge for the same purchase. */
import { inTransaction, type Tx } from '../platform/db/database.ts'
import * as store from './charges.store.ts'
import { inReview, mayBePaid, unavailable } from './payment-errors.ts'
import { DECLINED, type Outcome, UNKNOWN_ACCOUNT } from './provider.ts'
import { traitsOf } from './providers.ts'
import type { SettlingParts } from './settle.ts'
import { isOpen } from './settle.ts'

export function createPaymentEnd({ db, provider, settle, warn }: SettlingParts) {
  /**
   * Closes the charge, so that it can no longer be paid. At another provider, it counts as `unknown_account`, or as
   * declined if that provider takes no money.
   * @returns the charge's outcome; null if the provider never received the charge.
   * @throws ShopError `unavailable` while the provider does not respond.
   */
  async function close(charge: store.Begun): Promise<Outcome | null> {
    if (charge.provider !== provider.name) {
      return traitsOf(charge.provider).takesMoney ? UNKNOWN_ACCOUNT : DECLINED
    }
    return provider.close(charge).catch((error: unknown) => {
      warn(error, `charge ${charge.chargeId} could not be closed`)
      throw unavailable()
    })
  }

  /**
   * Ends a charge in progress: its page can no longer be paid, and all its orders are released. If the customer paid
   * first, the orders become paid instead. With the outcome `unknown_account`, nothing changes.
   * @returns the outcome; null if the provider does not know the charge yet: the request that starts it is still in
   * progress and takes precedence.
   * @throws ShopError `unavailable` while the provider does not respond.
   */
  async function end(charge: store.Begun): Promise<Outcome | null> {
    const outcome = await close(charge)
    if (outcome && outcome.status !== 'unknown_account') {
      await inTransaction(db, (tx) => settle(tx, charge.chargeId, outcome))
    }
    return outcome
  }

  return {
    end,

    /**
     * Ends the charge that the order is part of, so that the order can be canceled; see `end`.
     * @param ownerId null for staff.
     * @returns the charge if the current provider has no access to it (then only `giveUp` can end it), otherwise null.
     */
    async endAttempt(orderId: number, ownerId: number | null): Promise<store.Begun | null> {
      const charge = await store.findOpen(db.run, orderId, ownerId)
      const outcome = charge && (await end(charge))
      return outcome?.status === 'unknown_account' ? charge : null
    },

    /**
     * On the staff's decision, ends a charge whose provider can no longer be queried. Runs in the transaction that
     * cancels the order, and releases all orders of the charge.
     * @returns the details for the audit log, or null if there was nothing left to give up.
     * @throws ShopError `conflict` while the provider's page may be open (`retryAfter` in seconds), or while another
     * payment of one of the orders is in review.
     */
    async giveUp(tx: Tx, { chargeId, provider: taker }: store.Begun) {
      const open = (await store.lockCharge(tx, chargeId)).filter(({ state }) => isOpen(state))
      const [first] = open
      if (!first) return null
      if (open.some(({ isInReview }) => isInReview)) throw inReview(first.orderState)
      const secondsLeft = Math.ceil(traitsOf(taker).openMinutes * 60 - first.ageSeconds)
      if (secondsLeft > 0) throw mayBePaid(first.orderState, secondsLeft)
      for (const { id, orderId } of open) {
        await store.setPaymentState(tx, id, 'voided')
        // The hold may have been extended beyond the time the page was open.
        await store.freeOrder(tx, orderId)
      }
      const orders = open.map(({ orderId }) => orderId).join(', ')
      tx.afterCommit(() =>
        warn(
          undefined,
          `charge ${chargeId} for order ${orders} was abandoned without a response from ${taker}: if it was paid, refund it there`,
        ),
      )
      return { paymentGivenUp: chargeId, provider: taker }
    },
  }
}
