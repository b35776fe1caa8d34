/** Formats numbers, money and times in the shop's style: Western digits in both languages. */
import { type Locale, languageOf } from '#contract/locale.ts'
import { formatMoney } from '#contract/money.ts'
import { localeStore } from './locale-store.ts'

/** Formats an amount in the shop's currency and the page's language, such as `$1,299.00`. */
export function formatPrice(amount: number): string {
  return formatMoney(amount, localeStore.get())
}

/** Converts bytes to megabytes of 1024² bytes. Does not round, because the shop's limits are whole megabytes. */
export function inMegabytes(bytes: number): number {
  return bytes / 1024 ** 2
}

export function formatRating(rating: number | null): string {
  return (rating ?? 0).toFixed(2)
}

/** The percentage of units that have been sold, rounded; 0 if there are no units. */
export function soldPercent(sold: number, inStock: number): number {
  const all = sold + inStock
  return all === 0 ? 0 : Math.round((sold / all) * 100)
}

const IN_WORDS = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const

/**
 * Formats a date and time in a time zone, by default the reader's. English follows the specification, such as
 * `2026-11-02 02:20 PM`; Arabic uses its usual form, such as `2 نوفمبر 2026، 2:20 م`.
 */
export function formatDateTime(iso: string, locale: Locale, timeZone?: string): string {
  const moment = new Date(iso)
  return locale === 'en'
    ? asSpecified(moment, timeZone)
    : new Intl.DateTimeFormat(languageOf(locale).format, { ...IN_WORDS, timeZone }).format(moment)
}

const DAY_IN_WORDS = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** Formats the date of a timestamp in a time zone, by default the reader's, such as `2026-11-02` or `2 نوفمبر 2026`. */
export function formatDay(iso: string, locale: Locale, timeZone?: string): string {
  const moment = new Date(iso)
  return locale === 'en'
    ? asSpecified(moment, timeZone).slice(0, 10)
    : new Intl.DateTimeFormat(languageOf(locale).format, { ...DAY_IN_WORDS, timeZone }).format(
        moment,
      )
}

const PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
} as const

function asSpecified(moment: Date, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en', { ...PARTS, timeZone }).formatToParts(moment)
  const { year, month, day, hour, minute, dayPeriod } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day} ${hour}:${minute} ${dayPeriod}`
}
