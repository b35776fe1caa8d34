import { type Locale, languageOf } from './locale.ts'

/**
 * A date with its month spelled out, for invoices and emails.
 * @param timeZone the shop's, an IANA name: the reader's is unknown, and invoice numbers take their year from it.
 */
export function longDate(moment: Date, locale: Locale, timeZone: string): string {
  const format = { dateStyle: 'long', timeZone } as const
  return new Intl.DateTimeFormat(languageOf(locale).format, format).format(moment)
}
