import { type Locale, languageOf } from '#contract/locale.ts'

/** Seconds in each unit, longest first. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * Describes a past time in the largest unit of which at least one has passed, such as `2 hours ago`, `yesterday` or
 * `قبل ساعتين`. Times less than a minute ago, or in the future because of a wrong clock, are described as now.
 */
export function timeAgo(iso: string, locale: Locale, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(languageOf(locale).format, { numeric: 'auto' })
  const seconds = (now - Date.parse(iso)) / 1000
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit)
  }
  return words.format(0, 'second')
}
