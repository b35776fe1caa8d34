import Store from 'lucide-react/icons/store'
import type { Product } from '#contract/catalog.ts'
import { CATEGORIES } from '#contract/locale.ts'
import ProductRail from '#web/catalog/ProductRail.tsx'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { CategoryCards } from './CategoryCards.tsx'
import { PartnersStrip } from './PartnersStrip.tsx'
import { bestOffers, latestProducts, offersId, topProducts } from './sections.ts'
import { WelcomeBanner } from './WelcomeBanner.tsx'

/** The home page below its carousel. */
export default function HomeSections({ products }: { products: readonly Product[] | undefined }) {
  const t = useT()
  return (
    <>
      {products?.length === 0 && (
        <EmptyState icon={<Store />} title={t('home.stocking')} text={t('home.stockingText')} />
      )}
      <ProductRail title={t('home.top')} products={products && topProducts(products)} />
      <WelcomeBanner />
      <ProductRail title={t('home.latest')} products={products && latestProducts(products)} />
      <CategoryCards />
      {CATEGORIES.map((category) => (
        <ProductRail
          key={category}
          id={offersId(category)}
          title={t('home.offers', { category: t(`category.${category}`) })}
          products={products && bestOffers(products, category)}
          more={
            <Link to={paths.category(category)} className={buttonClass('quiet')}>
              {t('common.viewAll')}
            </Link>
          }
        />
      ))}
      <PartnersStrip />
    </>
  )
}
