import { type Locale, languageOf } from './locale.ts'

/**
 * A date with its month spelled out, for invoices and emails: in the shop's time zone, since the reader's is unknown
 * and invoice numbers take their year from that time zone.
 * @param timeZone an IANA name.
 */
export function longDate(moment: Date, locale: Locale, timeZone: string): string {
  const format = { dateStyle: 'long', timeZone } as const
  return new Intl.DateTimeFormat(languageOf(locale).format, format).format(moment)
}
