/** Reads postcodes as people write them: in lower case, with a different dash or none, with a country code in front. */
import { latinDigits } from '#contract/typed-text.ts'
import type { Country } from './address-formats.ts'

const SEPARATORS = /[\s\p{Pd}\u2212._\u3012]+/gu
/** The maximum number of letters and digits; no country has longer postcodes. */
const LETTERS_MAX = 12

/**
 * @returns the postcode in its country's format; if it does not match or the country has no format, the input in
 * capitals, with Latin digits and single spaces; null if the input is blank.
 */
export function readPostcode(country: Country, written: string | null): string | null {
  if (!written) return null
  const text = latinDigits(written.normalize('NFKC')).toUpperCase()
  const bare = text.replace(SEPARATORS, '')
  const fallback = text.replace(/\s+/g, ' ').trim() || null
  if (!country.postcode || bare.length > LETTERS_MAX) return fallback
  const isOne = (code: string) => country.postcode?.test(code)
  // The country prefix is not part of the postcode in "D-10115" and "CH-8001", but it is in "LV-1073" and "AD100".
  const prefixes = prefixesOf(country).filter((prefix) => bare.startsWith(prefix))
  const codes = [bare, ...prefixes.map((prefix) => bare.slice(prefix.length))]
  for (const code of [...codes, country.format.country + bare]) {
    const found = separated(country.format.postcodeExample, code).find(isOne)
    if (found) return found
  }
  return fallback
}

/**
 * The spellings to try: the postcode with one separator at each possible position, and without one. The latter comes
 * last if the example has a separator, otherwise first.
 */
function separated(example: string | null, code: string): string[] {
  const sign = /[^A-Z0-9]/.exec(example ?? '')?.[0]
  const places = Array.from(
    { length: Math.max(0, code.length - 1) },
    (_, at) => code.length - 1 - at,
  )
  const split = [sign ?? '-', ' '].flatMap((between) =>
    places.map((at) => code.slice(0, at) + between + code.slice(at)),
  )
  return sign ? [...split, code] : [code, ...split]
}

/** The country code, its first letter (used on license plates: D, F, L), and the prefix in the address format. */
function prefixesOf({ template, format: { country } }: Country): string[] {
  const onMail = /([A-Z]+)-%Z/.exec(template)?.[1]
  return [country, country.slice(0, 1), ...(onMail ? [onMail] : [])]
}
