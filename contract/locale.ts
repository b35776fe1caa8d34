/**
 * The shop's languages; the first is the fallback. To add a language, add an entry here and a message file in
 * contract/words/, named after its code (decision 0022).
 */
export const LOCALES = [
  { code: 'en', name: 'English', dir: 'ltr', format: 'en' },
  // Western digits in every language.
  { code: 'ar', name: 'العربية', dir: 'rtl', format: 'ar-u-nu-latn' },
] as const satisfies readonly Language[]

interface Language {
  /** Used in the API, in `lang`, and in the name of the message file. */
  code: string
  /** In the language itself, for people who cannot read the current one. */
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

/** The specification's categories, as named in URLs and in the API. */
export const CATEGORIES = ['Phones', 'Accessories', 'Electronics'] as const
export type Category = (typeof CATEGORIES)[number]

/** The sort orders of a product list, as named in URLs and in the API. */
export const SORTS = ['relevance', 'newest', 'price', '-price', 'rating', 'sold'] as const
export type Sort = (typeof SORTS)[number]

/** The name of "All categories" in URLs and in the API. */
export const ALL_CATEGORIES = 'All'
export const SEARCH_CATEGORIES = [ALL_CATEGORIES, ...CATEGORIES] as const
export type SearchCategory = (typeof SEARCH_CATEGORIES)[number]
