/** Postcodes as people write them: in small letters, with another dash or none, the country before. */
import { latinDigits } from '../platform/words/latin-digits.ts'
import type { Country } from './address-formats.ts'

const SEPARATORS = /[\s\p{Pd}\u2212._\u3012]+/gu
/** No postcode is longer. */
const LETTERS_MAX = 12

/**
 * The postcode in the form of its country, or as it is written, in capitals, where it is none of the
 * country's or nothing is known of them.
 */
export function readPostcode(country: Country, written: string | null): string | null {
  if (!written) return null
  const text = latinDigits(written.normalize('NFKC')).toUpperCase()
  const bare = text.replace(SEPARATORS, '')
  const fallback = text.replace(/\s+/g, ' ').trim() || null
  if (!country.postcode || bare.length > LETTERS_MAX) return fallback
  const isOne = (code: string) => country.postcode?.test(code)
  // "D-10115" and "CH-8001" name the country, while "LV-1073" and "AD100" are whole with it only.
  const prefixes = prefixesOf(country).filter((prefix) => bare.startsWith(prefix))
  const codes = [bare, ...prefixes.map((prefix) => bare.slice(prefix.length))]
  for (const code of [...codes, country.format.country + bare]) {
    const found = separated(country.format.postcodeExample, code).find(isOne)
    if (found) return found
  }
  return fallback
}

/** The same letters and digits, first with what the example has between them. */
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

/** The code of the country, its first letter as on cars (D, F, L), and what stands on its mail. */
function prefixesOf({ template, format: { country } }: Country): string[] {
  const onMail = /([A-Z]+)-%Z/.exec(template)?.[1]
  return [country, country.slice(0, 1), ...(onMail ? [onMail] : [])]
}
