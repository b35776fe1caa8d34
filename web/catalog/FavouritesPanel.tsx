import type { Product } from '#contract/catalog.ts'
import { ALL_CATEGORIES } from '#contract/locale.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { searchPath } from '#web/navigation/search-path.ts'
import { useSession } from '#web/session/useSession.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ItemName } from '#web/ui/ItemName.tsx'
import Heart from '#web/ui/icons/heart.svg?icon'
import { MiniItem } from '#web/ui/MiniItem.tsx'

const SHOWN = 5

export function FavouritesPanel({ products }: { products: Product[] }) {
  const t = useT()
  const pick = useLocalized()
  const { isAdmin } = useSession()

  if (products.length === 0) {
    return (
      <EmptyState icon={<Heart />} title={t('favourites.empty')} text={t('favourites.emptyText')} />
    )
  }
  return (
    <>
      <ul>
        {products.slice(0, SHOWN).map((product) => (
          <MiniItem
            key={product.id}
            picture={product.profileImage}
            name={
              <Link to={paths.product(product.id)}>
                <ItemName>{pick(product, 'name')}</ItemName>
              </Link>
            }
            detail={t('favourites.seller', { seller: pick(product, 'seller') })}
            price={formatPrice(product.price)}
          />
        ))}
      </ul>
      <Link
        to={`${searchPath(isAdmin, ALL_CATEGORIES, '')}&favourites=1`}
        className={buttonClass('primary', true)}
      >
        {t('common.viewAll')}
      </Link>
    </>
  )
}
