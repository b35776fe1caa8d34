/** What customers read about the shop in the header, the footer and the contact page. */
import type { ShopConfig } from '#contract/shop.ts'
import {
  choiceOf,
  type Environment,
  emailOf,
  type SettingsGroup,
  urlOf,
} from '../platform/environment.ts'

export interface ShopSettings {
  /** Shown in the header, the footer and the contact page. */
  contact: ShopConfig['contact']
  /** Shown where the specification has fixed displays. */
  displays: Pick<ShopConfig, 'placeholders' | 'delivery_promise' | 'delivery_promise_ar'>
}

const EXAMPLE = {
  phone: '+971 4 000 0000',
  email: 'support@barq.example',
  address: 'Dubai, United Arab Emirates',
  address_ar: 'دبي، الإمارات العربية المتحدة',
}

export const SHOP_SETTINGS: SettingsGroup = {
  title: 'The shop in its own words',
  settings: [
    { name: 'SUPPORT_PHONE', byDefault: EXAMPLE.phone, meaning: 'in header and footer' },
    { name: 'SUPPORT_EMAIL', byDefault: EXAMPLE.email, meaning: 'on the contact page' },
    { name: 'SHOP_ADDRESS', byDefault: EXAMPLE.address, meaning: 'on the contact page' },
    {
      name: 'SHOP_ADDRESS_AR',
      byDefault: EXAMPLE.address_ar,
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
  ],
}

/** @throws SettingError */
export function readShopSettings(env: Environment, demo: boolean): ShopSettings {
  return {
    displays: displaysOf(env, demo),
    contact: {
      phone: env.SUPPORT_PHONE || EXAMPLE.phone,
      email: emailOf(env, 'SUPPORT_EMAIL') ?? EXAMPLE.email,
      address: env.SHOP_ADDRESS || EXAMPLE.address,
      address_ar: env.SHOP_ADDRESS_AR || env.SHOP_ADDRESS || EXAMPLE.address_ar,
      privacyUrl: urlOf(env, 'PRIVACY_URL')?.href ?? null,
      termsUrl: urlOf(env, 'TERMS_URL')?.href ?? null,
    },
  }
}

/** A demo follows the specification to the letter; a shop with customers shows only true claims. */
function displaysOf(env: Environment, demo: boolean): ShopSettings['displays'] {
  const byDefault = demo ? 'specified' : 'true'
  return {
    placeholders: choiceOf(env, 'PLACEHOLDERS', ['specified', 'true'], byDefault) === 'specified',
    delivery_promise: env.DELIVERY_PROMISE ?? '',
    delivery_promise_ar: env.DELIVERY_PROMISE_AR ?? '',
  }
}
