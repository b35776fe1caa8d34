import type { AdminProduct } from '#contract/admin/products.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Money } from '../parts/Money.tsx'
import { useShopTime } from '../parts/shop-time.ts'

/** Each price with when it began, folded. */
export function PriceHistory({ prices }: Pick<AdminProduct, 'prices'>) {
  const t = useT()
  const dateTime = useShopTime()
  return (
    <details>
      <summary>{t('admin.priceHistory')}</summary>
      <ul>
        {prices.map(({ price, since }) => (
          <li key={since}>
            <Money amount={price} /> <span className="quiet">{dateTime(since)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
