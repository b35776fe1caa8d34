/** Times in form fields: in the shop's time zone and without seconds. */

const DAY = 86_400_000

/** Formats a moment for a `datetime-local` field: `2027-10-31T02:30`, for example. Empty if there is no moment. */
export function localTime(iso: string | null | undefined, zone: string): string {
  if (!iso) return ''
  const moment = Date.parse(iso)
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 16)
}

/**
 * The moment in a `datetime-local` field; null if the field is empty. An unchanged field keeps its original moment,
 * because it shows no seconds and cannot distinguish the two identical hours when daylight saving time ends.
 * @param was the moment that the field was opened with
 */
export function readTime(
  typed: string,
  was: string | null | undefined,
  zone: string,
): string | null {
  if (typed === '') return null
  return was && typed === localTime(was, zone) ? was : momentAt(typed, zone)
}

/**
 * The start of the first day and the end of the last, in either order, as filters for the API. An empty or invalid day
 * sets no limit.
 */
export function momentsOf(from: string, to: string, zone: string): { from?: string; to?: string } {
  if (isDay(from) && isDay(to) && from > to) return momentsOf(to, from, zone)
  const after = Date.parse(`${to}T00:00Z`) + DAY
  return {
    ...(isDay(from) && { from: momentAt(`${from}T00:00`, zone) }),
    ...(isDay(to) && { to: momentAt(new Date(after).toISOString().slice(0, 16), zone) }),
  }
}

function isDay(day: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
}

/** The first moment at which clocks in the zone show a time. A skipped time is counted from the start of the gap. */
function momentAt(typed: string, zone: string): string {
  const shown = Date.parse(`${typed}Z`)
  const [before = shown, after] = [shown - DAY, shown + DAY].map((at) => shown - offsetAt(at, zone))
  const found = [before, after].find((at) => at && at + offsetAt(at, zone) === shown)
  return new Date(found ?? before).toISOString()
}

/** How far the zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  // The Swedish format is ISO 8601 with a space instead of the T.
  const format = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  const shown = new Intl.DateTimeFormat('sv', format).format(moment)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000
}
