const COUNT = new Intl.NumberFormat('en-US')
const SHORT_PRICE = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})

/** `12,480`: Western digits, as in the rest of the shop. */
export function formatCount(count: number): string {
  return COUNT.format(count)
}

/** `$12.5K`, for the axis of a chart. */
export function formatShortPrice(amount: number): string {
  return SHORT_PRICE.format(amount)
}
