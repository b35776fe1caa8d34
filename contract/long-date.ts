import { type Locale, languageOf } from './locale.ts'

/**
 * A day in words, as invoices and e-mails have it: in UTC, since neither knows where its reader is,
 * and since the year of an invoice's number is counted in it.
 */
export function longDate(moment: Date, locale: Locale): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(languageOf(locale).format, format).format(moment)
}
