import type { ProductPage } from '#contract/product-lists.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import type { useT } from '#web/i18n/useI18n.ts'

type Translate = ReturnType<typeof useT>

/** Formats a range as text; an empty `from` or `to` leaves that end open. */
export function rangeText(from: string, to: string, t: Translate): string {
  if (to === '') return t('list.rangeFrom', { from })
  return from === '' ? t('list.rangeUpTo', { to }) : t('list.rangeBetween', { from, to })
}

export function priceText({ min, max }: { min?: number; max?: number }, t: Translate): string {
  const text = (amount: number | undefined) => (amount === undefined ? '' : priceInText(amount))
  return rangeText(text(min), text(max), t)
}

/** The message that no product matches the price in the search, with the nearest price. */
export function nearestText(page: Pick<ProductPage, 'priceInWords' | 'products'>, t: Translate) {
  const { min = 0, max = min } = page.priceInWords ?? {}
  const prices = page.products.map(({ price }) => price)
  const lowest = Math.min(...prices)
  return lowest > max
    ? t('list.nearestAbove', { price: priceInText(max), from: priceInText(lowest) })
    : t('list.nearestBelow', { price: priceInText(min), to: priceInText(Math.max(...prices)) })
}
