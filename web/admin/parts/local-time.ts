/** Times in form fields: in the shop's time zone and without seconds. */

const DAY = 86_400_000

/** Formats a time for a `datetime-local` field: 2027-10-31T02:30; empty if there is none. */
export function localTime(iso: string | null | undefined, zone: string): string {
  if (!iso) return ''
  const moment = Date.parse(iso)
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 16)
}

/**
 * The time in a field; null if it is empty. An unchanged field returns the original time, because the field has no
 * seconds and cannot tell apart the two equal hours at the end of summer time.
 * @param was the value that the field was opened with.
 */
export function readTime(
  typed: string,
  was: string | null | undefined,
  zone: string,
): string | null {
  if (typed === '') return null
  return was && typed === localTime(was, zone) ? was : momentAt(typed, zone)
}

/** The timestamps in wire format of a range of whole days; an empty or invalid end is left out. */
export function momentsOf(from: string, to: string, zone: string): { from?: string; to?: string } {
  const after = Date.parse(`${to}T00:00Z`) + DAY
  return {
    ...(isDay(from) && { from: momentAt(`${from}T00:00`, zone) }),
    ...(isDay(to) && { to: momentAt(new Date(after).toISOString().slice(0, 16), zone) }),
  }
}

function isDay(day: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
}

/**
 * The moment when clocks in the zone first show a time. A time that they skip is counted from the start of the gap.
 */
function momentAt(typed: string, zone: string): string {
  const shown = Date.parse(`${typed}Z`)
  const [before = shown, after] = [shown - DAY, shown + DAY].map((at) => shown - offsetAt(at, zone))
  const found = [before, after].find((at) => at && at + offsetAt(at, zone) === shown)
  return new Date(found ?? before).toISOString()
}

/** How far clocks in the zone are ahead of UTC at that time, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  // The Swedish format equals ISO 8601, except for the T.
  const format = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  const shown = new Intl.DateTimeFormat('sv', format).format(moment)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000
}
