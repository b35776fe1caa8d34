import type { Locale } from '#contract/locale.ts'

/** The name in the reader's language. Without an Arabic name, `name` is used for both languages. */
export function nameIn(
  locale: Locale,
  { name, name_ar }: { name: string; name_ar?: string },
): string {
  return (locale === 'ar' && name_ar) || name
}
