import type { Locale } from '#contract/locale.ts'

/** Western digits everywhere, so the Arabic formats are asked for with `nu-latn`. */
export const FORMAT_LOCALES: Record<Locale, string> = { en: 'en', ar: 'ar-u-nu-latn' }
