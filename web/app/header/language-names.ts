import type { Locale } from '#contract/locale.ts'

/** Each language by its own name, so that its speakers can read it. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', ar: 'العربية' }
