/** The settings of the payment provider. */
import {
  choiceOf,
  type Environment,
  isLoopback,
  type SettingsGroup,
  urlOf,
} from '../platform/environment.ts'
import { SettingError } from '../platform/start-error.ts'
import type { StripeSettings } from './stripe.ts'

export interface PaymentsSettings {
  /** Null uses the sandbox. */
  stripe: StripeSettings | null
}

export const PAYMENTS_SETTINGS: SettingsGroup = {
  title: 'Payments',
  settings: [
    {
      name: 'PAYMENTS',
      byDefault: null,
      meaning: 'sandbox says in words that production may run without Stripe',
    },
    {
      name: 'STRIPE_SECRET_KEY',
      byDefault: null,
      meaning: "payments by Stripe's hosted page; without it the sandbox approves everything",
    },
    { name: 'STRIPE_WEBHOOK_SECRET', byDefault: null, meaning: 'goes with it' },
    {
      name: 'STRIPE_API_BASE',
      byDefault: null,
      meaning: "for tests: a loopback address in place of Stripe's",
    },
  ],
}

const STRIPE_TIMEOUT_MS = 10_000

/**
 * A real shop must not give goods away for play money by mistake: the sandbox must be chosen
 * explicitly.
 * @throws SettingError
 */
export function readPaymentsSettings(env: Environment, production: boolean): PaymentsSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  const sandbox = choiceOf(env, 'PAYMENTS', ['sandbox', 'stripe'], 'stripe') === 'sandbox'
  if (sandbox && (secretKey || webhookSecret)) {
    throw new SettingError('PAYMENTS=sandbox contradicts STRIPE_SECRET_KEY: unset one of them')
  }
  if (!secretKey && !webhookSecret) {
    if (sandbox || !(production || env.PAYMENTS)) return { stripe: null }
    throw new SettingError(
      'STRIPE_SECRET_KEY is missing: set it, or PAYMENTS=sandbox to give goods away for play money',
    )
  }
  if (!secretKey || !webhookSecret) {
    throw new SettingError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together')
  }
  const apiBase = urlOf(env, 'STRIPE_API_BASE')
  if (apiBase && !isLoopback(apiBase)) {
    throw new SettingError('STRIPE_API_BASE is for tests and must be a loopback address')
  }
  return { stripe: { secretKey, webhookSecret, apiBase, timeoutMs: STRIPE_TIMEOUT_MS } }
}
