/** Recognizes countries as people write them. */
import { LOCALE_CODES } from './locale.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** What people write that `Intl.DisplayNames` does not have. */
const OTHER_NAMES: Record<string, string[]> = {
  AE: ['UAE', 'ARE', 'الإمارات'],
  BH: ['BHR'],
  EG: ['EGY'],
  GB: ['GBR', 'بريطانيا'],
  JO: ['JOR'],
  KW: ['KWT'],
  OM: ['OMN'],
  QA: ['QAT'],
  SA: ['KSA', 'SAU', 'السعودية'],
  US: ['USA', 'أمريكا'],
}

let known: ReadonlyMap<string, string> | undefined

/**
 * The ISO 3166-1 alpha-2 code of a country.
 * @param written its code, or its name in one of the shop's languages, long or short (UK, UAE), also without accents,
 * Arabic hamzas, dots and apostrophes.
 * @returns null if the country is not recognized.
 */
export function countryCode(written: string): string | null {
  known ??= new Map(namesOfCountries())
  return known.get(folded(written)) ?? null
}

/** A country's name in a language, or `written` unchanged if it is not recognized as a country. */
export function countryText(written: string, locale: string): string {
  const code = countryCode(written)
  return (code && new Intl.DisplayNames(locale, { type: 'region' }).of(code)) ?? written
}

function* namesOfCountries(): Generator<[string, string]> {
  for (const [code, names] of Object.entries(OTHER_NAMES)) {
    for (const name of names) yield [folded(name), code]
  }
  const languages = LOCALE_CODES.flatMap((locale) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' }),
    ),
  )
  for (const written of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const names = languages.flatMap((language) => language.of(written) ?? [])
    // `Intl.Locale` maps aliases such as UK and FX to current codes.
    const code = new Intl.Locale(`und-${written}`).region ?? written
    if (names.length > 0) for (const name of [written, ...names]) yield [folded(name), code]
  }
}

function folded(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .replaceAll('ة', 'ه')
}
