import { type Locale, languageOf } from './locale.ts'

/**
 * A date in words, for invoices and e-mails: in the shop's time zone, since the reader's is not known and invoice
 * numbers count their year in it.
 * @param timeZone an IANA name.
 */
export function longDate(moment: Date, locale: Locale, timeZone: string): string {
  const format = { dateStyle: 'long', timeZone } as const
  return new Intl.DateTimeFormat(languageOf(locale).format, format).format(moment)
}
