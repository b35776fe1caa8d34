/** Moments in fields of days and times, which are in the time zone of the shop and to the minute. */

const DAY = 86_400_000

/** As a field `datetime-local` shows it: 2027-10-31T02:30; empty for none. */
export function localTime(iso: string | null | undefined, zone: string): string {
  if (!iso) return ''
  const moment = Date.parse(iso)
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 16)
}

/**
 * The moment that a field says, or null for none. One that was not changed is what it was: the field
 * has neither its seconds nor which of the two hours at the end of summer time it is in.
 * @param was what the field was opened with.
 */
export function readTime(
  typed: string,
  was: string | null | undefined,
  zone: string,
): string | null {
  if (typed === '') return null
  return was && typed === localTime(was, zone) ? was : momentAt(typed, zone)
}

/** The wire's timestamps for a range of whole days; without what is empty or no day. */
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

/** When clocks of the zone first show a time; one that they skip is as long after the gap began. */
function momentAt(typed: string, zone: string): string {
  const shown = Date.parse(`${typed}Z`)
  const [before = shown, after] = [shown - DAY, shown + DAY].map((at) => shown - offsetAt(at, zone))
  const found = [before, after].find((at) => at && at + offsetAt(at, zone) === shown)
  return new Date(found ?? before).toISOString()
}

/** How far clocks of the zone are ahead of UTC then, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  // Swedish has the order and the marks of ISO 8601.
  const format = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  const shown = new Intl.DateTimeFormat('sv', format).format(moment)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000
}
