/** Numbers, money and times as the shop writes them: Western digits in both languages. */
import { type Locale, languageOf } from '#contract/locale.ts'

export { formatPrice } from '#contract/money.ts'

/** Whole megabytes of a limit in bytes. */
export function inMegabytes(bytes: number): number {
  return bytes / 1024 ** 2
}

/** An average rating with two decimals, `0.00` when nobody has rated. */
export function formatRating(rating: number | null): string {
  return (rating ?? 0).toFixed(2)
}

/** Whole percent of all units that are sold: `soldPercent(64, 36)` is `64`. */
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
 * A moment in the reader's time zone: `2026-11-02 02:20 PM` as the specification has it, in Arabic
 * in the order and the words of that language, `2 نوفمبر 2026، 2:20 م`.
 */
export function formatDateTime(iso: string, locale: Locale): string {
  const moment = new Date(iso)
  return locale === 'en'
    ? asSpecified(moment)
    : new Intl.DateTimeFormat(languageOf(locale).format, IN_WORDS).format(moment)
}

const DAY_IN_WORDS = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** The day of a moment in the reader's time zone: `2026-11-02`, in Arabic `2 نوفمبر 2026`. */
export function formatDay(iso: string, locale: Locale): string {
  const moment = new Date(iso)
  return locale === 'en'
    ? dayAsSpecified(moment)
    : new Intl.DateTimeFormat(languageOf(locale).format, DAY_IN_WORDS).format(moment)
}

function asSpecified(moment: Date): string {
  const hours = moment.getHours()
  const time = `${two(hours % 12 || 12)}:${two(moment.getMinutes())}`
  return `${dayAsSpecified(moment)} ${time} ${hours < 12 ? 'AM' : 'PM'}`
}

function dayAsSpecified(moment: Date): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}
