/**
 * Reads sale dates in the formats of WooCommerce ("2026-11-28 0:00:00") and Google ("2026-11-28T00:00+0400"); a time
 * without an offset is in the shop's time zone.
 */

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d{1,2}):(\d\d)(?::(\d\d))?)?(?:(Z)|([+-]\d\d):?(\d\d))?$/

/** Whether a sale is on. A missing date means no limit; an unreadable date means no sale. */
export function isOnSale(
  { from, to }: { from: string | undefined; to: string | undefined },
  now: Date,
  zone: string,
): boolean {
  const clock = clockOf(now, zone)
  const begin = from ? readMoment(from, '00:00:00', zone) : clock
  const end = to ? readMoment(to, '23:59:59', zone) : clock
  return begin !== null && end !== null && begin <= clock && clock <= end
}

/**
 * Converts a moment to the shop's time zone, as a string that sorts chronologically: "2026-11-28 14:05:00".
 * @param timeOfDay the time for a date without one.
 * @returns null if the moment is unreadable.
 */
function readMoment(text: string, timeOfDay: string, zone: string): string | null {
  const found = MOMENT.exec(text.trim())
  if (!found) return null
  const [, day = '', hour, minute = '', second = '00', utc, hours, minutes] = found
  const time = hour === undefined ? timeOfDay : `${hour.padStart(2, '0')}:${minute}:${second}`
  const offset = utc ?? (hours && `${hours}:${minutes}`)
  if (!offset) return `${day} ${time}`
  const at = new Date(`${day}T${time}${offset}`)
  return Number.isNaN(at.getTime()) ? null : clockOf(at, zone)
}

/** The Swedish date format is ISO 8601 with a space instead of the T. */
const clockOf = (at: Date, timeZone: string): string => at.toLocaleString('sv-SE', { timeZone })
