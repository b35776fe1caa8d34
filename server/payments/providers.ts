/**
 * The supported payment providers: the one in use and those of earlier payments. A new provider is
 * a file and a row here; nothing else compares its name.
 */
import type { PaymentsSettings } from './payments.settings.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandbox } from './sandbox.ts'

export interface ProviderTraits {
  /** Minutes for which a payment may stay open and its order must not be cancelled. */
  openMinutes: number
  /** The customer pays on a page of the provider; else on the shop's own page. */
  opensPage: boolean
  /** Without money nothing is owed: its unfinished payments are over once another is set up. */
  takesMoney: boolean
}

/** The page of Stripe lasts 30 minutes at least; see stripe.ts. */
export const STRIPE: ProviderTraits = { openMinutes: 50, opensPage: true, takesMoney: true }

const PROVIDERS = new Map<string, ProviderTraits>([
  ['sandbox', { openMinutes: 10, opensPage: false, takesMoney: false }],
  ['stripe', STRIPE],
])

/** Assumes the worst of a provider that this version does not know. */
const UNKNOWN: ProviderTraits = { openMinutes: 120, opensPage: true, takesMoney: true }

export function traitsOf(provider: string): ProviderTraits {
  return PROVIDERS.get(provider) ?? UNKNOWN
}

/** Names of the providers that take no money. */
export const WITHOUT_MONEY: readonly string[] = [...PROVIDERS.keys()].filter(
  (name) => !traitsOf(name).takesMoney,
)

/** Loads only the provider in use: others would cost memory and time at the start. */
export async function createProvider({
  stripe,
  publicUrl,
}: PaymentsSettings & { publicUrl: string }): Promise<PaymentProvider> {
  if (!stripe) return createSandbox()
  const { createStripe } = await import('./stripe.ts')
  return createStripe(stripe, publicUrl)
}
