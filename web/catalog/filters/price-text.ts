import { formatPrice } from '#web/i18n/format.ts'
import type { useT } from '#web/i18n/useI18n.ts'

/** A range of prices in words; either end may be missing. */
export function priceText(
  { min, max }: { min?: number | undefined; max?: number | undefined },
  t: ReturnType<typeof useT>,
): string {
  const from = formatPrice(min ?? 0)
  const to = formatPrice(max ?? 0)
  if (max === undefined) return t('list.priceFrom', { from })
  return min === undefined ? t('list.priceUpTo', { to }) : t('list.priceBetween', { from, to })
}
