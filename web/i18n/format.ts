/** Numbers, money and times as the shop writes them: Western digits in both languages. */

const PRICE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$1,299.00`. */
export function formatPrice(amount: number): string {
  return PRICE.format(amount)
}

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

/** The parts of a moment in the reader's time zone: `2026-11-02`, `02:20` and which half of the day. */
export function dateParts(iso: string): { date: string; time: string; half: 'am' | 'pm' } {
  const moment = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  const hours = moment.getHours()
  return {
    date: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(hours % 12 || 12)}:${two(moment.getMinutes())}`,
    half: hours < 12 ? 'am' : 'pm',
  }
}
