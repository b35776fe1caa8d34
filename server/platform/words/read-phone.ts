import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/**
 * Parses a phone number as people write it.
 * @param country ISO 3166-1 alpha-2, for numbers without a country code.
 * @returns the number in E.164; null if it is invalid.
 */
export function readPhone(phone: string, country: string | null): string | null {
  const options = {
    extract: false,
    ...(country && isSupportedCountry(country) && { defaultCountry: country as CountryCode }),
  }
  const number = parsePhoneNumberFromString(phone, options)
  if (number?.isValid()) return number.number
  // Until 2019, Mexican mobile numbers had a 1 after the country code, and many people still write it.
  const mexican = /^\+521(\d{10})$/.exec(number?.number ?? '')
  return mexican ? readPhone(`+52${mexican[1]}`, null) : null
}
