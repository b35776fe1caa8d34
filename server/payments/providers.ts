/**
 * The payment providers that the shop knows: the one in use and those of earlier payments. A new one
 * is a file and a row here; nothing else compares its name.
 */
import type { PaymentsSettings } from './payments.settings.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandbox } from './sandbox.ts'

export interface ProviderTraits {
  /** Minutes that a payment may stay open, and its order must not be cancelled. */
  openMinutes: number
  /** The customer pays on a page of the provider's own; else on the shop's. */
  opensPage: boolean
  /** Without money nothing is owed: what it began is over once another is set up. */
  takesMoney: boolean
}

/** Stripe takes 30 minutes at least for its page; see there. */
export const STRIPE: ProviderTraits = { openMinutes: 50, opensPage: true, takesMoney: true }

const PROVIDERS = new Map<string, ProviderTraits>([
  ['sandbox', { openMinutes: 10, opensPage: false, takesMoney: false }],
  ['stripe', STRIPE],
])

/** Of a provider that this version does not know the worst is taken to be true. */
const UNKNOWN: ProviderTraits = { openMinutes: 120, opensPage: true, takesMoney: true }

export function traitsOf(provider: string): ProviderTraits {
  return PROVIDERS.get(provider) ?? UNKNOWN
}

/** Names of those that take no money. */
export const WITHOUT_MONEY: readonly string[] = [...PROVIDERS.keys()].filter(
  (name) => !traitsOf(name).takesMoney,
)

/** What a shop does not use is not loaded either: it would cost memory and time at the start. */
export async function createProvider({
  stripe,
  publicUrl,
}: PaymentsSettings & { publicUrl: string }): Promise<PaymentProvider> {
  if (!stripe) return createSandbox()
  const { createStripe } = await import('./stripe.ts')
  return createStripe(stripe, publicUrl)
}
