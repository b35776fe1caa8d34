/** Country-specific rules for addresses, which a schema cannot express. */
import type { AddressBody, AddressPart } from '#contract/addresses.ts'
import type { StoredAddress } from '../platform/db/tables.ts'
import { invalid } from '../platform/http/shop-error.ts'
import { readPhone } from '../platform/words/read-phone.ts'
import type { FieldSentences, Sentence } from '../platform/words/sentence.ts'
import { type Country, findCountry } from './address-formats.ts'
import { readPostcode } from './read-postcode.ts'

/**
 * Returns the address to store, with the phone in E.164 format and without the parts that the country does not use.
 * @throws ShopError `invalid` with all invalid fields, or with `country` alone if the country is unknown.
 */
export function checkAddress(body: AddressBody): StoredAddress {
  const country = findCountry(body.country)
  if (!country) throw invalid({ country: ['error.countryUnknown'] })
  const address: StoredAddress = {
    name: body.name,
    phone: readPhone(body.phone, body.country) ?? '',
    country: body.country,
    region: partOf(country, 'region', body.region),
    city: partOf(country, 'city', body.city),
    // PostgreSQL's JSON cannot store lone surrogates: they become U+FFFD, as they do in text columns.
    lines: body.lines.map((line) => line.toWellFormed()),
    postcode: readPostcode(country, partOf(country, 'postcode', body.postcode)),
    note: body.note || null,
  }
  const errors = problemsOf(address, country)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return address
}

function problemsOf(address: StoredAddress, { format, postcode }: Country): FieldSentences {
  const errors: FieldSentences = {}
  if (!address.phone) errors.phone = ['error.phoneWrong']
  for (const { name, required } of format.fields) {
    if (required && !address[name]?.length) errors[name] = [missing(name)]
  }
  const { regions, postcodeExample } = format
  if (
    address.region &&
    regions.length > 0 &&
    !regions.some(({ code }) => code === address.region)
  ) {
    errors.region = ['error.regionUnknown']
  }
  if (address.postcode && postcode && !postcode.test(address.postcode)) {
    errors.postcode = [
      { id: 'error.postcodeWrong', values: { example: postcodeExample ?? 'none' } },
    ]
  }
  return errors
}

function missing(part: AddressPart): Sentence {
  return { id: 'field-error.required', values: { label: { id: `field.${part}` } } }
}

/** @returns the part; null if it is blank or not used in the country's addresses. */
function partOf({ format }: Country, part: AddressPart, value?: string | null): string | null {
  return format.fields.some(({ name }) => name === part) ? value || null : null
}
