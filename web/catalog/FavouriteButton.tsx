import type { Product } from '#contract/catalog.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { cx } from '#web/ui/cx.ts'
import Heart from '#web/ui/icons/heart.svg?icon'
import styles from './FavouriteButton.module.css'
import { toggleFavourite, useIsFavourite } from './favourites.ts'

interface FavouriteButtonProps {
  product: Product
  className?: string | undefined
}

export function FavouriteButton({ product, className }: FavouriteButtonProps) {
  const t = useT()
  const pick = useLocalized()
  const favourite = useIsFavourite(product.id)
  return (
    <button
      type="button"
      className={cx(styles.heart, className)}
      aria-pressed={favourite}
      aria-label={t('product.favourite', { name: pick(product, 'name') })}
      onClick={() => toggleFavourite(product.id)}
    >
      <Heart size={18} aria-hidden />
    </button>
  )
}
