/** Countries as people write them. */
import { LOCALE_CODES } from './locale.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let known: ReadonlyMap<string, string> | undefined

/**
 * The code (ISO 3166-1 alpha-2) of a country that is written as its code or its name in a language of
 * the shop, long or short (UK, UAE); null for any other text.
 */
export function countryCode(written: string): string | null {
  known ??= new Map(namesOfCountries())
  return known.get(written.trim().toLowerCase()) ?? null
}

/** A country's name in a language; any other text stays. */
export function countryText(written: string, locale: string): string {
  const code = countryCode(written)
  return (code && new Intl.DisplayNames(locale, { type: 'region' }).of(code)) ?? written
}

function* namesOfCountries(): Generator<[string, string]> {
  // No list of names has it.
  yield ['uae', 'AE']
  const languages = LOCALE_CODES.flatMap((locale) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' }),
    ),
  )
  for (const written of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const names = languages.flatMap((language) => language.of(written) ?? [])
    // UK, FX and others stand for the codes of today.
    const code = new Intl.Locale(`und-${written}`).region ?? written
    if (names.length > 0) for (const name of [written, ...names]) yield [name.toLowerCase(), code]
  }
}
