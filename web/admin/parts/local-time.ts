/** Moments in fields of dates and times, which are in the reader's time zone and to the minute. */

/** As a field `datetime-local` shows it: 2027-10-31T02:30; empty for none. */
export function localTime(iso: string | null | undefined): string {
  if (!iso) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/**
 * The moment that a field says, or null for none. One that was not changed is what it was: the field
 * has neither its seconds nor which of the two hours at the end of summer time it is in.
 * @param was what the field was opened with.
 */
export function readTime(typed: string, was: string | null | undefined): string | null {
  if (typed === '') return null
  return was && typed === localTime(was) ? was : new Date(typed).toISOString()
}
