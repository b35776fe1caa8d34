/**
 * Languages the shop speaks, the first being the one it falls back to. Adding one takes an entry
 * here and a catalogue of its code in contract/words/ (decision 0022).
 */
export const LOCALES = [
  { code: 'en', name: 'English', dir: 'ltr', format: 'en' },
  // Western digits in every language.
  { code: 'ar', name: 'العربية', dir: 'rtl', format: 'ar-u-nu-latn' },
] as const satisfies readonly Language[]

interface Language {
  /** Of its catalogue, of the wire and of `lang`. */
  code: string
  /** By its own name, for those who need it. */
  name: string
  dir: 'ltr' | 'rtl'
  /** What `Intl` formats numbers and times by. */
  format: string
}

export type Locale = (typeof LOCALES)[number]['code']

export const LOCALE_CODES = LOCALES.map(({ code }) => code)

export function languageOf(locale: Locale): Language {
  return LOCALES.find(({ code }) => code === locale) ?? LOCALES[0]
}

/** The categories of the specification, by their names in addresses and on the wire. */
export const CATEGORIES = ['Phones', 'Accessories', 'Electronics'] as const
export type Category = (typeof CATEGORIES)[number]

/** Stands for "All categories" where an address needs a word. */
export const ALL_CATEGORIES = 'All'
