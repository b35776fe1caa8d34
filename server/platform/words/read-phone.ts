/** Telephone numbers as people write them. */
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/**
 * The number in E.164, or null when there is none like it.
 * @param country ISO 3166-1 alpha-2, where it is dialled without a country's code.
 */
export function readPhone(phone: string, country: string | null): string | null {
  const options = {
    extract: false,
    ...(country && isSupportedCountry(country) && { defaultCountry: country as CountryCode }),
  }
  const number = parsePhoneNumberFromString(phone, options)
  if (number?.isValid()) return number.number
  // Mexico's mobiles had a 1 after the country's code until 2019; many still write it.
  const mexican = /^\+521(\d{10})$/.exec(number?.number ?? '')
  return mexican ? readPhone(`+52${mexican[1]}`, null) : null
}
