import { useQuery } from '@tanstack/react-query'
import { productsByIdQuery } from '#web/api/products-by-id.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import Heart from '#web/ui/icons/heart.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'
import { FavouritesPanel } from './FavouritesPanel.tsx'
import { useFavourites } from './favourites.ts'

/** The heart in the header, with the number of favorite products that still exist. */
export function FavouritesMenu() {
  const t = useT()
  const favourites = useFavourites()
  const { data } = useQuery(productsByIdQuery([...favourites].sort((a, b) => b - a)))
  const products = data?.products.filter((product) => favourites.has(product.id)) ?? []

  return (
    <Popover
      wide
      label={t('header.favouritesCount', { count: products.length })}
      trigger={
        <>
          <Heart size={22} aria-hidden />
          <Badge count={products.length} />
        </>
      }
    >
      <FavouritesPanel products={products} />
    </Popover>
  )
}
