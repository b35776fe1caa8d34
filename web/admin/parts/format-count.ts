import { moneyFormat } from '#contract/money.ts'
import { localeStore } from '#web/i18n/locale-store.ts'

const COUNT = new Intl.NumberFormat('en-US')
const SHORT = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const

/** Formats a count, such as `12,480`, with Western digits like the rest of the shop. */
export function formatCount(count: number): string {
  return COUNT.format(count)
}

/** Formats a price for the axis of a chart: `$12.5K`, for example. */
export function formatShortPrice(amount: number): string {
  return moneyFormat(localeStore.get(), SHORT).format(amount)
}
