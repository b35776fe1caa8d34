import type { CartItem } from '#contract/cart-item.ts'
import { QUANTITY_MAX } from '#contract/limits.ts'
import { reductionPercent } from '#contract/money.ts'
import { usePlaceholders } from '#web/api/placeholders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { Amount, Price, priceEach } from '#web/ui/Price.tsx'
import styles from './CartLine.module.css'
import { QuantityStepper } from './QuantityStepper.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { totalOf } from './total.ts'

/** Display values fixed by the specification; no sum uses them. */
const FIXED = { size: 13, discount: 23 }

interface CartLineProps {
  item: CartItem
  /** Units that can be ordered; null while unknown. */
  available: number | null
  locked: boolean
}

export function CartLine({ item, available, locked }: CartLineProps) {
  const t = useT()
  const pick = useLocalized()
  return (
    <li className={styles.line}>
      <Link to={paths.product(item.id)} className={styles.well} tabIndex={-1} aria-hidden="true">
        <Picture src={item.img ?? item.profileImage} alt="" width={128} />
      </Link>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Link to={paths.product(item.id)}>{pick(item, 'name')}</Link>
        </h2>
        <p className={cx('two-lines', styles.text)}>{pick(item, 'description')}</p>
        <Details item={item} />
        <PriorPrice item={item} />
        <p className={styles.truth} role="status">
          {available === 0 && t('cart.soldOut')}
          {available !== null &&
            available > 0 &&
            available < item.quantity &&
            t('cart.onlyLeft', { count: available })}
          {item.added_price !== item.price &&
            t('cart.priceWas', { before: priceInText(item.added_price) })}
        </p>
      </div>
      <div className={styles.remove}>
        <RemoveButton item={item} />
      </div>
      <div className={styles.foot}>
        <QuantityStepper item={item} available={available ?? QUANTITY_MAX} locked={locked} />
        <LinePrice item={item} />
      </div>
    </li>
  )
}

function LinePrice({ item }: { item: CartItem }) {
  return (
    <p className={styles.price}>
      {item.quantity > 1 && (
        <span className="quiet">
          <Amount>{priceEach(item.quantity, formatPrice(item.price))}</Amount>
        </span>
      )}
      <Price>{formatPrice(totalOf([item]))}</Price>
    </p>
  )
}

/** The specification's fixed size and discount; otherwise only the real discount, if any. */
function Details({ item }: { item: CartItem }) {
  const t = useT()
  const isFixed = usePlaceholders()
  const discount = isFixed ? FIXED.discount : reductionPercent(item)
  if (discount === 0) return null
  return (
    <dl className={styles.facts}>
      {isFixed && (
        <div>
          <dt>{t('cart.size')}</dt>
          <dd>{FIXED.size}</dd>
        </div>
      )}
      <div>
        <dt>{t('cart.discount')}</dt>
        <dd>{discount}%</dd>
      </div>
    </dl>
  )
}

/** The lowest price in the 30 days before the reduction, if the server sends it with the line. */
function PriorPrice({ item: { prior_price: prior } }: { item: CartItem }) {
  const t = useT()
  if (usePlaceholders() || prior === undefined) return null
  return <small>{t('product.priorPrice', { price: priceInText(prior) })}</small>
}
