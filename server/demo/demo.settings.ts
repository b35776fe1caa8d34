import { type Environment, type SettingsGroup, switchOf } from '../platform/environment.ts'
import { SettingError } from '../platform/start-error.ts'

export interface DemoSettings {
  demo: boolean
}

export const DEMO_SETTINGS: SettingsGroup = {
  title: 'Demo',
  settings: {
    DEMO: [
      'on',
      'fills a shop with demo data if it has no products and no accounts; not allowed in production',
    ],
  },
}

/** @throws SettingError if DEMO is neither on nor off, or is on in production. */
export function readDemoSettings(env: Environment, production: boolean): DemoSettings {
  const demo = switchOf(env, 'DEMO', !production)
  if (production && demo) {
    throw new SettingError(
      'DEMO=on is not allowed in production: the demo accounts have a public password',
    )
  }
  return { demo }
}
