/** Formats an address for display: the phone's digits in groups, the lines in the country's usual order. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { LRUCache } from 'lru-cache'
import type { DeliveryAddress } from '#contract/addresses.ts'
import { atMost } from '../platform/concurrency/at-most.ts'
import type { StoredAddress } from '../platform/db/tables.ts'
import { findCountry } from './address-formats.ts'

const COUNTRY_NAMES = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  ar: new Intl.DisplayNames('ar', { type: 'region' }),
}

/** @param code ISO 3166-1 alpha-2. */
export function countryName(code: string, language: 'en' | 'ar'): string {
  return COUNTRY_NAMES[language].of(code) ?? code
}

/** Parsed addresses are cached: a customer's orders share a few addresses, and parsing 200 would take 15 ms. */
const KNOWN_MAX = 200
const known = new LRUCache<string, DeliveryAddress>({
  ...atMost(KNOWN_MAX),
  memoMethod: (text) => describe(JSON.parse(text)),
})

export function toDeliveryAddress(stored: StoredAddress): DeliveryAddress {
  return readDeliveryAddress(JSON.stringify(stored))
}

/** @param text the stored address as JSON, which is parsed only on a cache miss. */
export function readDeliveryAddress(text: string): DeliveryAddress {
  return known.memo(text)
}

function describe(stored: StoredAddress): DeliveryAddress {
  const { name, phone, country, region, city, lines, postcode, note } = stored
  return {
    name,
    phone,
    country,
    region,
    city,
    lines,
    postcode,
    note,
    phone_international: parsePhoneNumberFromString(phone)?.formatInternational() ?? phone,
    formatted: formatted(stored, 'en'),
    formatted_ar: formatted(stored, 'ar'),
  }
}

/** Where the post writes a region's code, as in "Springfield, IL 62701". */
const WITH_REGION_CODES: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

function formatted(address: StoredAddress, language: 'en' | 'ar'): string[] {
  const country = findCountry(address.country)
  const regions = WITH_REGION_CODES.has(address.country) ? [] : (country?.format.regions ?? [])
  const region = regions.find(({ code }) => code === address.region)
  const values: Readonly<Record<string, string | null | undefined>> = {
    N: address.name,
    A: address.lines.join('\n'),
    C: address.city,
    S: (language === 'ar' ? region?.name_ar : region?.name) ?? address.region,
    Z: address.postcode,
  }
  const lines = (country?.template ?? '%N%n%A').split('%n').map((line) => filled(line, values))
  const all = [...lines.join('\n').split('\n'), countryName(address.country, language)]
  return all.filter((line) => line !== '')
}

/** Drops empty parts along with the text attached to them: `FI-%Z %C` becomes `%C` if there is no postcode. */
function filled(line: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return line
    .replace(/([^%\s]*)%([A-Z])/g, (_, text: string, letter: string) => {
      const value = values[letter]
      return value ? text + value : ''
    })
    .replace(/^[\s,/-]+|[\s,/-]+$/g, '')
    .replace(/ {2,}/g, ' ')
}
