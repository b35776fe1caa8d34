/** Recognizes countries as people write them. */
import { LOCALE_CODES } from './locale.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let known: ReadonlyMap<string, string> | undefined

/**
 * The ISO 3166-1 alpha-2 code of a country.
 * @param written its code, or its name in one of the shop's languages, long or short (UK, UAE).
 * @returns null if the country is not recognized.
 */
export function countryCode(written: string): string | null {
  known ??= new Map(namesOfCountries())
  return known.get(written.trim().toLowerCase()) ?? null
}

/** A country's name in a language, or `written` unchanged if it is not recognized as a country. */
export function countryText(written: string, locale: string): string {
  const code = countryCode(written)
  return (code && new Intl.DisplayNames(locale, { type: 'region' }).of(code)) ?? written
}

function* namesOfCountries(): Generator<[string, string]> {
  // `Intl.DisplayNames` does not have this abbreviation.
  yield ['uae', 'AE']
  const languages = LOCALE_CODES.flatMap((locale) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' }),
    ),
  )
  for (const written of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const names = languages.flatMap((language) => language.of(written) ?? [])
    // `Intl.Locale` maps aliases such as UK and FX to current codes.
    const code = new Intl.Locale(`und-${written}`).region ?? written
    if (names.length > 0) for (const name of [written, ...names]) yield [name.toLowerCase(), code]
  }
}
