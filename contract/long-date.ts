import { type Locale, languageOf } from './locale.ts'

/**
 * A date with its month spelled out, for invoices and emails.
 * @param timeZone the shop's IANA time zone: the reader's is unknown, and the shop's also determines the year in an
 * invoice number.
 */
export function longDate(moment: Date, locale: Locale, timeZone: string): string {
  const format = { dateStyle: 'long', timeZone } as const
  return new Intl.DateTimeFormat(languageOf(locale).format, format).format(moment)
}
