import type { Product } from '#contract/catalog.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Price } from '#web/ui/Price.tsx'

export function ProductPrice({ product, large = false }: { product: Product; large?: boolean }) {
  const t = useT()
  const { price, compare_at_price: before } = product
  return (
    <Price
      large={large}
      was={before ? formatPrice(before) : undefined}
      wasLabel={t('product.priceWas')}
    >
      {formatPrice(price)}
    </Price>
  )
}

/**
 * The lowest price in the 30 days before a reduction, if the shop shows it. Render it with every struck-through price.
 */
export function PriorPrice({ product }: { product: Product }) {
  const t = useT()
  const { prior_price: prior } = product
  return (
    prior !== undefined && <small>{t('product.priorPrice', { price: priceInText(prior) })}</small>
  )
}
