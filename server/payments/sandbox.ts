/** A provider for trying out the shop: approves payments, and fails in chosen ways on request. */
import { type Charge, currencyName, type Outcome, type PaymentProvider } from './provider.ts'

export function createSandbox(): PaymentProvider {
  const outcomes = new Map<string, Outcome>()

  return {
    name: 'sandbox',

    async charge({ chargeId, amountCents }: Charge, wish) {
      const earlier = outcomes.get(chargeId)
      if (earlier) return earlier
      if (wish === 'decline') return { status: 'declined' }
      const ref = `sandbox-${chargeId}`
      const outcome: Outcome = { status: 'captured', ref, amountCents, currency: currencyName() }
      outcomes.set(chargeId, outcome)
      if (wish === 'timeout') throw new Error('the sandbox timed out after charging, as requested')
      return outcome
    },

    find: async ({ chargeId }) => outcomes.get(chargeId) ?? null,

    async refund() {},

    close: async ({ chargeId }) => outcomes.get(chargeId) ?? null,

    ledger: null,

    messages: null,
  }
}
