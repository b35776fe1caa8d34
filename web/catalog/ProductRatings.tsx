import type { ProductDetail } from '#contract/catalog.ts'
import { formatRating } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Stars } from '#web/ui/Stars.tsx'
import styles from './ProductRatings.module.css'
import panel from './ProductSpecs.module.css'

/**
 * The average rating and, once there are ratings, the number with 5, 4, 3, 2 and 1 stars. In a family, these cover all
 * its products.
 */
export function ProductRatings({ product }: { product: ProductDetail }) {
  const t = useT()
  const { rating, ratings } = product.group_rating ?? product
  const spread = product.family?.spread ?? product.spread
  const total = spread.reduce((sum, count) => sum + count, 0)
  const rows = spread.map((count, index) => ({ stars: index + 1, count })).reverse()
  return (
    <section className={cx(panel.panel, styles.panel)} aria-labelledby="ratings">
      <h2 id="ratings" className={panel.title}>
        {t('product.ratingsTitle')}
      </h2>
      <div className={styles.average}>
        {ratings > 0 && <span className={styles.value}>{formatRating(rating)}</span>}
        <div>
          <Stars value={rating ?? 0} />
          <p className="quiet">{t('product.ratings', { count: ratings })}</p>
        </div>
      </div>
      {total > 0 && (
        <ul className={styles.rows}>
          {rows.map(({ stars, count }) => (
            <li key={stars} className={styles.row}>
              <span className="visually-hidden">{t('product.starsRow', { stars, count })}</span>
              <span aria-hidden="true">{stars}</span>
              <svg className={styles.track} aria-hidden="true">
                <rect width={`${(count / total) * 100}%`} height="8" rx="4" />
              </svg>
              <span className={styles.number} aria-hidden="true">
                {count}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
