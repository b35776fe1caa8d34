/** Phone numbers as people write them. */
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/**
 * The number in E.164, or null if it is not valid.
 * @param country ISO 3166-1 alpha-2, for numbers without a country code.
 */
export function readPhone(phone: string, country: string | null): string | null {
  const options = {
    extract: false,
    ...(country && isSupportedCountry(country) && { defaultCountry: country as CountryCode }),
  }
  const number = parsePhoneNumberFromString(phone, options)
  if (number?.isValid()) return number.number
  // Until 2019 Mexican mobile numbers had a 1 after the country code; many people still write it.
  const mexican = /^\+521(\d{10})$/.exec(number?.number ?? '')
  return mexican ? readPhone(`+52${mexican[1]}`, null) : null
}
