/** What customers read about the shop in the header, the footer and the contact page. */
import type { ShopConfig } from '#contract/shop.ts'
import { type Environment, type SettingsGroup, urlOf } from '../platform/environment.ts'

export interface ShopSettings {
  contact: ShopConfig['contact']
}

const EXAMPLE = {
  phone: '+971 4 000 0000',
  email: 'support@barq.example',
  address: 'Dubai, United Arab Emirates',
}

export const SHOP_SETTINGS: SettingsGroup = {
  title: 'The shop in its own words',
  settings: [
    { name: 'SUPPORT_PHONE', byDefault: EXAMPLE.phone, meaning: 'in header and footer' },
    { name: 'SUPPORT_EMAIL', byDefault: EXAMPLE.email, meaning: 'on the contact page' },
    { name: 'SHOP_ADDRESS', byDefault: EXAMPLE.address, meaning: 'on the contact page' },
    { name: 'PRIVACY_URL', byDefault: null, meaning: 'linked in the footer' },
    { name: 'TERMS_URL', byDefault: null, meaning: 'linked in the footer' },
  ],
}

/** @throws SettingError */
export function readShopSettings(env: Environment): ShopSettings {
  return {
    contact: {
      phone: env.SUPPORT_PHONE || EXAMPLE.phone,
      email: env.SUPPORT_EMAIL || EXAMPLE.email,
      address: env.SHOP_ADDRESS || EXAMPLE.address,
      privacyUrl: urlOf(env, 'PRIVACY_URL')?.href ?? null,
      termsUrl: urlOf(env, 'TERMS_URL')?.href ?? null,
    },
  }
}
