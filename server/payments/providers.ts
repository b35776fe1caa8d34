/**
 * The payment providers that the shop supports, for new payments and for earlier ones. A new provider needs its own
 * file and an entry here.
 */
import { shopCurrency, toCents } from '#contract/money.ts'
import { type Environment, isLoopback, type SettingsGroup, urlOf } from '../platform/environment.ts'
import { SettingError } from '../platform/start-error.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandbox } from './sandbox.ts'

export interface ProviderTraits {
  /** How many minutes a payment may stay open, during which its order must not be canceled. */
  openMinutes: number
  /** Whether the customer pays on the provider's page instead of the shop's. */
  opensPage: boolean
  /** Whether the provider takes real money; if not, its unfinished payments end once another provider is set up. */
  takesMoney: boolean
  /** Whether the provider is for trying out the shop: orders paid with it become test orders, except in a demo. */
  isTest: boolean
  /** The minimum charge, in cents; 0 if there is none. */
  minimumCents(): number
}

/**
 * Opens a configured provider and loads its code only then, since unused providers would cost memory and time at
 * startup.
 * @param publicUrl origin of the URLs that the provider sends customers back to.
 */
export type OpenProvider = (publicUrl: string) => Promise<PaymentProvider>

export interface ChosenProvider {
  name: string
  open: OpenProvider
}

interface SupportedProvider extends ProviderTraits {
  /** If the provider is chosen but not set up, the error names the first setting. */
  settings: SettingsGroup['settings']
  /** @returns null when the provider is not set up. @throws SettingError for invalid settings. */
  read(env: Environment): OpenProvider | null
}

/**
 * Stripe's minimum charges, in the main unit of each currency; for other currencies Stripe itself decides.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const STRIPE_MINIMUM: Readonly<Record<string, number>> = {
  USD: 0.5,
  AED: 2,
  AUD: 0.5,
  BRL: 0.5,
  CAD: 0.5,
  CHF: 0.5,
  CZK: 15,
  DKK: 2.5,
  EUR: 0.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  INR: 0.5,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  NZD: 0.5,
  PLN: 2,
  RON: 2,
  SEK: 3,
  SGD: 0.5,
  THB: 10,
}

/** `openMinutes` includes the 30 minutes that Stripe requires its page to stay open; see stripe.ts. */
const STRIPE: ProviderTraits = {
  openMinutes: 50,
  opensPage: true,
  takesMoney: true,
  isTest: false,
  minimumCents: () => toCents(STRIPE_MINIMUM[shopCurrency().code] ?? 0),
}

const STRIPE_TIMEOUT_MS = 10_000

export const SANDBOX: ChosenProvider = { name: 'sandbox', open: async () => createSandbox() }

const STRIPE_SETTINGS: SettingsGroup['settings'] = {
  STRIPE_SECRET_KEY:
    "secret key for payments on Stripe's hosted page; if unset, the sandbox accepts play money (in production only with PAYMENTS=sandbox)",
  STRIPE_WEBHOOK_SECRET: 'signing secret of the Stripe webhook; required with STRIPE_SECRET_KEY',
  STRIPE_API_BASE: "for tests: a loopback URL in place of Stripe's API",
}

const NO_MONEY = { opensPage: false, takesMoney: false, isTest: false, minimumCents: () => 0 }

const SUPPORTED: Readonly<Record<string, SupportedProvider>> = {
  [SANDBOX.name]: {
    ...NO_MONEY,
    openMinutes: 10,
    isTest: true,
    settings: {},
    read: () => SANDBOX.open,
  },
  stripe: { ...STRIPE, settings: STRIPE_SETTINGS, read: readStripe },
}

export const PROVIDERS: ReadonlyMap<string, SupportedProvider> = new Map(Object.entries(SUPPORTED))

function readStripe(env: Environment): OpenProvider | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (!secretKey && !webhookSecret) return null
  if (!secretKey || !webhookSecret) {
    throw new SettingError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together')
  }
  const apiBase = urlOf(env, 'STRIPE_API_BASE')
  if (apiBase && !isLoopback(apiBase)) {
    throw new SettingError('STRIPE_API_BASE is for tests and must be a loopback URL')
  }
  const settings = {
    secretKey,
    webhookSecret,
    apiBase,
    timeoutMs: STRIPE_TIMEOUT_MS,
    openMinutes: STRIPE.openMinutes,
  }
  return async (publicUrl) => (await import('./stripe.ts')).createStripe(settings, publicUrl)
}

/** The provider for charges of zero, which are never sent anywhere. */
export const FREE = 'free'

/** Cash that staff collect and refund by hand, without a provider. */
export const CASH = 'cash'

/** Providers that no setting selects. */
const BUILT_IN: Record<string, ProviderTraits> = {
  [FREE]: { ...NO_MONEY, openMinutes: 10 },
  [CASH]: { ...NO_MONEY, openMinutes: 0 },
}

/** Assumes the worst about a provider that this version does not know. */
const UNKNOWN: ProviderTraits = {
  openMinutes: 120,
  opensPage: true,
  takesMoney: true,
  isTest: false,
  minimumCents: () => 0,
}

export function traitsOf(provider: string): ProviderTraits {
  return PROVIDERS.get(provider) ?? BUILT_IN[provider] ?? UNKNOWN
}

export const WITHOUT_MONEY: readonly string[] = [
  ...PROVIDERS.keys(),
  ...Object.keys(BUILT_IN),
].filter((name) => !traitsOf(name).takesMoney)
