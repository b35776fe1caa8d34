/** A provider for trying out the shop: approves payments, and fails in chosen ways on request. */
import { type Charge, CURRENCY, type Outcome, type PaymentProvider } from './provider.ts'

export function createSandbox(): PaymentProvider {
  const outcomes = new Map<string, Outcome>()

  return {
    name: 'sandbox',

    async charge({ paymentId, amountCents }: Charge, wish) {
      const earlier = outcomes.get(paymentId)
      if (earlier) return earlier
      if (wish === 'decline') return { status: 'declined' }
      const ref = `sandbox-${paymentId}`
      const outcome: Outcome = { status: 'captured', ref, amountCents, currency: CURRENCY }
      outcomes.set(paymentId, outcome)
      if (wish === 'timeout') throw new Error('the sandbox timed out after the work, as requested')
      return outcome
    },

    find: async ({ paymentId }) => outcomes.get(paymentId) ?? null,

    async refund() {},

    close: async ({ paymentId }) => outcomes.get(paymentId) ?? null,

    ledger: null,

    messages: null,
  }
}
