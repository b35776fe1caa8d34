/** The settings of all parts, read from the environment. */
import { ACCOUNTS_SETTINGS, readAccountsSettings } from './accounts/accounts.settings.ts'
import { DEMO_SETTINGS, readDemoSettings } from './demo/demo.settings.ts'
import { DEMO_PASSWORD } from './demo/demo-accounts.ts'
import { EMAILS_SETTINGS, readEmailsSettings } from './emails/emails.settings.ts'
import { ORDERS_SETTINGS, readOrdersSettings } from './orders/orders.settings.ts'
import { PAYMENTS_SETTINGS, readPaymentsSettings } from './payments/payments.settings.ts'
import { DATABASE_SETTINGS, readDatabaseSettings } from './platform/db/db.settings.ts'
import { editDistance } from './platform/edit-distance.ts'
import { type Environment, readAll, type SettingsGroup } from './platform/environment.ts'
import { HTTP_SETTINGS, readHttpSettings } from './platform/http/http.settings.ts'
import { MEDIA_SETTINGS, readMediaSettings } from './platform/media/media.settings.ts'
import { REALTIME_SETTINGS, readRealtimeSettings } from './platform/realtime/realtime.settings.ts'
import { readShopSettings, SHOP_SETTINGS } from './shop/shop.settings.ts'

export type Config = ReturnType<typeof readConfig>

/** @throws SettingError that names every invalid setting. */
export function readConfig(env: Environment) {
  const production = env.NODE_ENV === 'production'
  // Passed as functions, so that a part that needs another part's invalid setting still checks its own settings.
  const demo = () => readDemoSettings(env, production).demo
  const http = () => readHttpSettings(env, production)
  const emails = () => readEmailsSettings(env)
  const mails = () => emails().mail.smtpUrl !== null
  const parts = readAll({
    demo,
    http,
    emails,
    database: () => readDatabaseSettings(env),
    accounts: () => readAccountsSettings(env, { production, publicPassword: DEMO_PASSWORD }),
    realtime: () => readRealtimeSettings(env, { production, http }),
    payments: () => readPaymentsSettings(env, { production, demo }),
    media: () => readMediaSettings(env),
    orders: () => readOrdersSettings(env, { mails, demo }),
    shop: () => readShopSettings(env, demo),
  })
  return {
    production,
    demo: parts.demo,
    ...parts.http,
    ...parts.emails,
    ...parts.database,
    ...parts.accounts,
    ...parts.realtime,
    ...parts.payments,
    ...parts.media,
    ...parts.orders,
    ...parts.shop,
  }
}

/** Every setting that `readConfig` reads, grouped and in the order of `.env.example`. */
export const SETTINGS: readonly SettingsGroup[] = [
  {
    title: 'The kind of shop',
    settings: {
      NODE_ENV:
        'production for a shop with real customers: no demo, JSON logs, and the shop does not start if a required setting is missing',
    },
  },
  HTTP_SETTINGS,
  DATABASE_SETTINGS,
  DEMO_SETTINGS,
  ACCOUNTS_SETTINGS,
  ORDERS_SETTINGS,
  PAYMENTS_SETTINGS,
  EMAILS_SETTINGS,
  SHOP_SETTINGS,
  REALTIME_SETTINGS,
  MEDIA_SETTINGS,
]

/**
 * Misspellings are reported only for setting names at least this long: shorter names resemble too many environment
 * variables of other programs.
 */
const NAME_MIN = 8
const TYPING_ERRORS_MAX = 2

/** Warnings about likely mistakes that do not keep the shop from starting. */
export function settingWarnings(env: Environment, { production, mail }: Config): string[] {
  const warnings = misspelledSettings(env)
  if (!production) return warnings
  if (mail.smtpUrl === null) {
    warnings.push(
      'SMTP_URL is not set: emails are not sent, only written to files in DATA_DIR/outbox.',
    )
  }
  return warnings
}

function misspelledSettings(env: Environment): string[] {
  const names = SETTINGS.flatMap(({ settings }) => Object.keys(settings))
  const others = Object.keys(env).filter((name) => !names.includes(name))
  return others.flatMap((name) => {
    const meant = names.find(
      (known) => known.length >= NAME_MIN && editDistance(name, known) <= TYPING_ERRORS_MAX,
    )
    return meant ? [`${name} is not a setting: did you mean ${meant}?`] : []
  })
}
