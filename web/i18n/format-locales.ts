import type { Locale } from '#contract/locale.ts'

/** Western digits everywhere, so the Arabic formats use `nu-latn`. */
export const FORMAT_LOCALES: Record<Locale, string> = { en: 'en', ar: 'ar-u-nu-latn' }
