import type { Product } from '#contract/catalog.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { Link } from '#web/app/Link.tsx'
import { paths } from '#web/app/paths.ts'
import ProductRail from '#web/catalog/ProductRail.tsx'
import { useT } from '#web/i18n/useI18n.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { CategoryCards } from './CategoryCards.tsx'
import { PartnersStrip } from './PartnersStrip.tsx'
import { bestOffers, latestProducts, offersId, topProducts } from './sections.ts'
import { WelcomeBanner } from './WelcomeBanner.tsx'

/** The home page below its carousel. */
export default function HomeSections({ products }: { products: readonly Product[] | undefined }) {
  const t = useT()
  return (
    <>
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
