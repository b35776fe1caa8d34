import { memo, type ReactNode } from 'react'
import type { Product } from '#contract/catalog.ts'
import { reductionPercent } from '#contract/money.ts'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { ItemName } from '#web/ui/ItemName.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { useInBrowser } from '#web/ui/useWhole.ts'
import { FavouriteButton } from './FavouriteButton.tsx'
import { isNew } from './merchandise.ts'
import styles from './ProductCard.module.css'
import { PriorPrice, ProductPrice } from './ProductPrice.tsx'
import { RatingButton } from './RatingButton.tsx'
import { useStaffTools } from './staff-tools.ts'

interface ProductCardProps {
  product: Product
  /** Whether to load the picture immediately, because the card is on the first screen. */
  eager?: boolean
  /** The heading level: one below the section's heading. */
  level?: 'h2' | 'h3'
  /** The list's button (below the heart) and tag (on the picture); hidden from staff. */
  corner?: ReactNode
  /** The list's note about the product, below its rating. */
  note?: ReactNode
}

/**
 * A product card of 300 x 400 px, smaller in narrow lists. For staff, it is 450 px tall and shows stock instead of
 * shopping buttons.
 */
export const ProductCard = memo(function ProductCard({
  product,
  eager = false,
  level: Heading = 'h3',
  corner,
  note,
}: ProductCardProps) {
  const pick = useLocalized()
  const StaffTools = useStaffTools()

  return (
    <article className={cx(styles.card, StaffTools && styles.admin)}>
      <div className={styles.inner}>
        <Link
          to={paths.product(product.id)}
          className={cx('well', styles.well)}
          tabIndex={-1}
          aria-hidden="true"
        >
          <Picture
            src={product.profileImage}
            alt=""
            width={192}
            sizes={PICTURE_SIZES.card}
            eager={eager}
          />
        </Link>
        <Tags product={product} />
        {!StaffTools && <FavouriteButton product={product} className={styles.heart} />}
        {!StaffTools && corner}
        <div className={styles.body}>
          <Heading className={styles.name}>
            <Link to={paths.product(product.id)}>
              <ItemName>{pick(product, 'name')}</ItemName>
            </Link>
          </Heading>
          <RatingButton product={product} />
          {note}
          <PriorPrice product={product} />
          <div className={styles.foot}>
            <ProductPrice product={product} />
            {!StaffTools && <AddToCartButton product={product} />}
          </div>
          {StaffTools && <StaffTools product={product} />}
        </div>
      </div>
    </article>
  )
})

function Tags({ product }: { product: Product }) {
  const t = useT()
  const percent = reductionPercent(product)
  // Depends on the browser's clock, which may differ from the server's.
  const fresh = useInBrowser() && isNew(product)
  if (percent === 0 && !fresh) return null
  return (
    <p className={styles.tags}>
      {percent > 0 && (
        <bdi dir="ltr" className={styles.off}>
          -{percent}%
        </bdi>
      )}
      {fresh && <span className={styles.new}>{t('product.new')}</span>}
    </p>
  )
}
