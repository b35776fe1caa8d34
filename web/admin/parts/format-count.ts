import { moneyFormat } from '#contract/money.ts'
import { localeStore } from '#web/i18n/locale-store.ts'

const COUNT = new Intl.NumberFormat('en-US')
const SHORT = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const

/** `12,480`: Western digits, as in the rest of the shop. */
export function formatCount(count: number): string {
  return COUNT.format(count)
}

/** `$12.5K`, for the axis of a chart. */
export function formatShortPrice(amount: number): string {
  return moneyFormat(localeStore.get(), SHORT).format(amount)
}
