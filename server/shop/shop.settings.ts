/** Settings of the shop details in the header, the footer and the contact page. */
import type { ShopDetails } from '#contract/admin.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import { type ShopConfig, VISITORS } from '#contract/shop.ts'
import {
  choiceOf,
  type Environment,
  emailOf,
  type SettingsGroup,
  urlOf,
} from '../platform/environment.ts'
import { SettingError } from '../platform/start-error.ts'

export interface ShopSettings {
  /** The details set by the environment; staff edit the rest on a screen. */
  details: Partial<ShopDetails>
  /** Whether the specification's fixed displays are shown. */
  displays: Pick<ShopConfig, 'placeholders'>
}

/** Shown in a demo while neither the environment nor staff have set it. */
export const EXAMPLE_CONTACT = {
  phone: '+971 4 000 0000',
  email: 'support@barq.example',
  address: 'Dubai, United Arab Emirates',
  address_ar: 'دبي، الإمارات العربية المتحدة',
}

export const NO_CONTACT = { phone: '', email: '', address: '', address_ar: '' }

export const SHOP_SETTINGS: SettingsGroup = {
  title: 'The shop in its own words',
  settings: [
    {
      name: 'SUPPORT_PHONE',
      byDefault: null,
      meaning: 'in header and footer; without it, what staff set under Admin, Shop details',
    },
    { name: 'SUPPORT_EMAIL', byDefault: null, meaning: 'on the contact page; the same' },
    { name: 'SHOP_ADDRESS', byDefault: null, meaning: 'on the contact page; the same' },
    {
      name: 'SHOP_ADDRESS_AR',
      byDefault: null,
      meaning: 'the same in Arabic; SHOP_ADDRESS when only that is set',
    },
    { name: 'PRIVACY_URL', byDefault: null, meaning: 'linked in the footer' },
    { name: 'TERMS_URL', byDefault: null, meaning: 'linked in the footer' },
    {
      name: 'PLACEHOLDERS',
      byDefault: 'specified',
      meaning: 'the fixed displays of the specification, or true; the default is true without DEMO',
    },
    { name: 'DELIVERY_PROMISE', byDefault: null, meaning: 'shown when PLACEHOLDERS=true' },
    { name: 'DELIVERY_PROMISE_AR', byDefault: null, meaning: 'the same in Arabic' },
    {
      name: 'CURRENCY',
      byDefault: null,
      meaning:
        'of all amounts, like EUR, from before the first order on; USD until staff choose one',
    },
    {
      name: 'VISITORS',
      byDefault: null,
      meaning:
        'what can be done without an account: sign-in, browse or order; sign-in until staff choose',
    },
    {
      name: 'TIME_ZONE',
      byDefault: null,
      meaning: 'in which days are counted, like Asia/Dubai; UTC until staff set one',
    },
  ],
}

/** @throws SettingError */
export function readShopSettings(env: Environment, demo: boolean): ShopSettings {
  return {
    displays: displaysOf(env, demo),
    details: thoseSet({
      phone: env.SUPPORT_PHONE,
      email: emailOf(env, 'SUPPORT_EMAIL'),
      address: env.SHOP_ADDRESS,
      address_ar: env.SHOP_ADDRESS_AR || env.SHOP_ADDRESS,
      privacy_url: urlOf(env, 'PRIVACY_URL')?.href,
      terms_url: urlOf(env, 'TERMS_URL')?.href,
      delivery_promise: env.DELIVERY_PROMISE,
      delivery_promise_ar: env.DELIVERY_PROMISE_AR,
      currency: currencyCodeOf(env),
      time_zone: timeZoneOf(env),
      visitors: env.VISITORS && choiceOf(env, 'VISITORS', VISITORS, 'sign-in'),
    }),
  }
}

/** The ISO 4217 code of a supported currency. */
function currencyCodeOf({ CURRENCY: code }: Environment): string | undefined {
  if (code && !CURRENCY_CODES.includes(code)) {
    throw new SettingError(`CURRENCY must be one of ${CURRENCY_CODES.join(', ')}, not "${code}"`)
  }
  return code
}

/** An IANA name, as the browsers and the database of the shop know it. */
function timeZoneOf({ TIME_ZONE: name }: Environment): string | undefined {
  if (name && !knowsTimeZone(name)) {
    throw new SettingError(`TIME_ZONE must be a time zone like Asia/Dubai, not "${name}"`)
  }
  return name
}

export function knowsTimeZone(name: string): boolean {
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
