import { type Locale, languageOf } from './locale.ts'

/**
 * A day in words, as invoices and e-mails have it: in the shop's zone, since neither knows where its
 * reader is, and since the year of an invoice's number is counted in it.
 * @param timeZone an IANA name.
 */
export function longDate(moment: Date, locale: Locale, timeZone: string): string {
  const format = { dateStyle: 'long', timeZone } as const
  return new Intl.DateTimeFormat(languageOf(locale).format, format).format(moment)
}
