import { useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import { STARS_MAX } from '#contract/limits.ts'
import { formatRating } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { Stars } from '#web/ui/Stars.tsx'
import styles from './RatingButton.module.css'

const RatingDialog = lazyAddition(() => import('./RatingDialog.tsx'))

interface RatingButtonProps {
  product: Product
  /** Whether to show 0.00 before the first rating, as specified for cards. */
  showsZero?: boolean
}

export function RatingButton({ product, showsZero = true }: RatingButtonProps) {
  const t = useT()
  const pick = useLocalized()
  const [rating, setRating] = useState(false)
  const { rating: average } = product.group_rating ?? product
  const value = formatRating(average)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('product.rate', { value, max: STARS_MAX, name: pick(product, 'name') })}
        onClick={() => setRating(true)}
      >
        <Stars value={average ?? 0} />
        {(showsZero || average !== null) && <span className={styles.value}>{value}</span>}
      </button>
      {rating && <RatingDialog product={product} onClose={() => setRating(false)} />}
    </>
  )
}
