import type { Product } from '#contract/catalog.ts'
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx'
import { formatPrice } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useSession } from '#web/session/useSession.ts'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { Price } from '#web/ui/Price.tsx'
import { FavouriteButton } from './FavouriteButton.tsx'
import styles from './ProductCard.module.css'
import { RatingButton } from './RatingButton.tsx'
import { StaffTools } from './StaffTools.tsx'

interface ProductCardProps {
  product: Product
  /** On the first screen: its picture is fetched at once. */
  eager?: boolean
  /** One below the heading that the card stands under. */
  level?: 'h2' | 'h3'
}

/** A product in 300 x 400; an admin's is 450 tall and shows stock in place of the shopping. */
export function ProductCard({ product, eager = false, level: Heading = 'h3' }: ProductCardProps) {
  const t = useT()
  const pick = useLocalized()
  const { isAdmin } = useSession()
  const { compare_at_price: before } = product

  return (
    <article className={cx(styles.card, isAdmin && styles.admin)}>
      <div className={styles.inner}>
        <Link
          to={paths.product(product.id)}
          className={styles.well}
          tabIndex={-1}
          aria-hidden="true"
        >
          <Picture src={product.profileImage} alt="" width={192} eager={eager} />
        </Link>
        {!isAdmin && <FavouriteButton product={product} className={styles.heart} />}
        <div className={styles.body}>
          <Heading className={styles.name}>
            <Link to={paths.product(product.id)} className="two-lines">
              {pick(product, 'name')}
            </Link>
          </Heading>
          <RatingButton product={product} />
          <div className={styles.foot}>
            <Price was={before ? formatPrice(before) : undefined} wasLabel={t('product.priceWas')}>
              {formatPrice(product.price)}
            </Price>
            {!isAdmin && <AddToCartButton product={product} />}
          </div>
          {isAdmin && <StaffTools product={product} />}
        </div>
      </div>
    </article>
  )
}
