/** Which payment provider the shop uses. The settings of each provider are in providers.ts. */
import { choiceOf, type Environment, readAll, type SettingsGroup } from '../platform/environment.ts'
import { SettingError } from '../platform/start-error.ts'
import { type ChosenProvider, PROVIDERS, SANDBOX } from './providers.ts'

export interface PaymentsSettings {
  paymentProvider: ChosenProvider
  /** Whether orders paid in the sandbox become test orders, which sales figures exclude; false in a demo. */
  marksTestOrders: boolean
}

const NAMES = [...PROVIDERS.keys()]

export const PAYMENTS_SETTINGS: SettingsGroup = {
  title: 'Payments',
  settings: {
    PAYMENTS: 'sandbox accepts play money and allows production without Stripe',
    ...settingsOf(NAMES),
  },
}

/**
 * A real shop must not give goods away for play money by mistake: in production, the sandbox must be chosen
 * explicitly.
 * @throws SettingError
 */
export function readPaymentsSettings(
  env: Environment,
  { production, demo }: { production: boolean; demo: () => boolean },
): PaymentsSettings {
  return readAll({
    paymentProvider: () => readProvider(env, production),
    marksTestOrders: () => !demo(),
  })
}

function readProvider(env: Environment, production: boolean): ChosenProvider {
  const chosen = choiceOf(env, 'PAYMENTS', NAMES, '')
  if (chosen === SANDBOX.name) {
    const stray = Object.keys(settingsOf(NAMES)).find((name) => env[name])
    if (!stray) return SANDBOX
    throw new SettingError(`PAYMENTS=sandbox and ${stray} cannot both be set: unset one of them`)
  }
  const wanted = chosen ? [chosen] : NAMES.filter((name) => name !== SANDBOX.name)
  for (const name of wanted) {
    const open = PROVIDERS.get(name)?.read(env)
    if (open) return { name, open }
  }
  if (!chosen && !production) return SANDBOX
  throw new SettingError(
    `${Object.keys(settingsOf(wanted))[0]} is missing: set it, or set PAYMENTS=sandbox to sell for play money`,
  )
}

function settingsOf(names: readonly string[]): SettingsGroup['settings'] {
  return Object.assign({}, ...names.map((name) => PROVIDERS.get(name)?.settings))
}
