/**
 * The shop's languages; the first is the fallback. Adding one takes an entry here and a catalog
 * named by its code in contract/words/ (decision 0022).
 */
export const LOCALES = [
  { code: 'en', name: 'English', dir: 'ltr', format: 'en' },
  // Western digits in every language.
  { code: 'ar', name: 'العربية', dir: 'rtl', format: 'ar-u-nu-latn' },
] as const satisfies readonly Language[]

interface Language {
  /** The name of its catalog file, and its code on the wire and in `lang`. */
  code: string
  /** In the language itself, for people who do not read the current one. */
  name: string
  dir: 'ltr' | 'rtl'
  /** The locale that `Intl` formats numbers and times with. */
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

/** The sort orders of a product list, by their names in addresses and on the wire. */
export const SORTS = ['relevance', 'newest', 'price', '-price', 'rating', 'sold'] as const
export type Sort = (typeof SORTS)[number]

/** "All categories" in an address. */
export const ALL_CATEGORIES = 'All'
