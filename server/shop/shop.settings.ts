import type { ShopDetails } from '#contract/admin.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { VISITORS } from '#contract/visitors.ts'
import {
  choiceOf,
  type Environment,
  emailOf,
  readAll,
  type SettingsGroup,
  urlOf,
} from '../platform/environment.ts'
import { SettingError } from '../platform/start-error.ts'

export interface ShopSettings {
  /** The details set in the environment; staff edit the rest on a screen. */
  details: Partial<ShopDetails>
  /** Whether the specification's placeholder texts are shown. */
  displays: Pick<ShopConfig, 'placeholders'>
}

/** The contact details shown with the placeholder texts, until the environment or staff set the shop's own. */
export const EXAMPLE_CONTACT = {
  phone: '+971 4 000 0000',
  email: 'support@barq.example',
  address: 'Dubai, United Arab Emirates',
  address_ar: 'دبي، الإمارات العربية المتحدة',
}

export const NO_CONTACT = { phone: '', email: '', address: '', address_ar: '' }

export const SHOP_SETTINGS: SettingsGroup = {
  title: 'Shop details',
  settings: {
    SUPPORT_PHONE:
      'phone number, shown in the header, in the footer and on the contact page; if unset, staff can set it (Admin, Shop details)',
    SUPPORT_EMAIL: 'email, shown in the footer and on the contact page; if unset, staff can set it',
    SHOP_ADDRESS:
      'postal address, shown in the footer and on the contact page; if unset, staff can set it',
    SHOP_ADDRESS_AR: 'the postal address in Arabic; if unset, SHOP_ADDRESS serves both languages',
    PRIVACY_URL: 'URL of the privacy policy, linked in the footer; if unset, staff can set it',
    TERMS_URL: 'URL of the terms of service, linked in the footer; if unset, staff can set it',
    PLACEHOLDERS: [
      'specified',
      "specified shows the specification's placeholder texts; true, the default unless the shop is a demo, hides them and shows only claims that are true of this shop",
    ],
    DELIVERY_PROMISE:
      'the delivery promise, shown to customers if PLACEHOLDERS is true; if unset, staff can set it',
    DELIVERY_PROMISE_AR: 'the delivery promise in Arabic',
    CURRENCY:
      'the currency of all amounts, such as EUR; it cannot be changed after the first order. If unset, staff can choose it, and it is USD until then',
    VISITORS:
      'what visitors can do without an account: sign-in (nothing else), browse or order; if unset, staff can choose it, and it is sign-in until then',
    TIME_ZONE:
      "the time zone of the shop's days and hours, such as Asia/Dubai; if unset, staff can choose it, and it is UTC until then",
  },
}

/** @throws SettingError */
export function readShopSettings(env: Environment, demo: () => boolean): ShopSettings {
  const { displays, ...details } = readAll({
    displays: () => displaysOf(env, demo()),
    phone: () => env.SUPPORT_PHONE,
    email: () => emailOf(env, 'SUPPORT_EMAIL'),
    address: () => env.SHOP_ADDRESS,
    address_ar: () => env.SHOP_ADDRESS_AR || env.SHOP_ADDRESS,
    privacy_url: () => urlOf(env, 'PRIVACY_URL')?.href,
    terms_url: () => urlOf(env, 'TERMS_URL')?.href,
    delivery_promise: () => env.DELIVERY_PROMISE,
    delivery_promise_ar: () => env.DELIVERY_PROMISE_AR,
    currency: () => currencyCodeOf(env),
    time_zone: () => timeZoneOf(env),
    visitors: () => env.VISITORS && choiceOf(env, 'VISITORS', VISITORS, 'sign-in'),
  })
  return { displays, details: thoseSet(details) }
}

function currencyCodeOf({ CURRENCY: code }: Environment): string | undefined {
  if (code && !CURRENCY_CODES.includes(code)) {
    throw new SettingError(`CURRENCY must be one of ${CURRENCY_CODES.join(', ')}, not "${code}"`)
  }
  return code
}

function timeZoneOf({ TIME_ZONE: name }: Environment): string | undefined {
  if (name && !knowsTimeZone(name)) {
    throw new SettingError(
      `TIME_ZONE must be the name of a time zone, such as Asia/Dubai, not "${name}"`,
    )
  }
  return name
}

export function knowsTimeZone(name: string): boolean {
  // JavaScript and PostgreSQL interpret the sign of an offset, such as `+04:00`, in opposite ways.
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function thoseSet(details: Record<string, string | null | undefined>): Partial<ShopDetails> {
  return Object.fromEntries(Object.entries(details).filter(([, text]) => text))
}

/** A demo follows the specification to the letter; a shop with customers shows only true claims. */
function displaysOf(env: Environment, demo: boolean): ShopSettings['displays'] {
  const byDefault = demo ? 'specified' : 'true'
  return {
    placeholders: choiceOf(env, 'PLACEHOLDERS', ['specified', 'true'], byDefault) === 'specified',
  }
}
