import type { Product } from '#contract/catalog.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import ProductRail from '#web/catalog/ProductRail.tsx'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import Store from '#web/ui/icons/store.svg?icon'
import { useGrowing } from '#web/ui/useGrowing.ts'
import { CategoryCards } from './CategoryCards.tsx'
import styles from './HomeSections.module.css'
import { offersId } from './offers-id.ts'
import { PartnersStrip } from './PartnersStrip.tsx'
import { bestOffers, latestProducts, topProducts } from './sections.ts'
import { WelcomeBanner } from './WelcomeBanner.tsx'

interface HomeSectionsProps {
  products: readonly Product[] | undefined
}

export default function HomeSections({ products }: HomeSectionsProps) {
  const t = useT()
  const rest = [
    <WelcomeBanner key="welcome" />,
    <ProductRail
      key="latest"
      title={t('home.latest')}
      products={products && latestProducts(products)}
    />,
    <CategoryCards key="categories" />,
    ...CATEGORIES.map((category) => (
      <Offers key={category} category={category} products={products} />
    )),
    <PartnersStrip key="partners" />,
  ]
  const count = useGrowing(rest.length, 0, 1)
  return (
    <>
      {products?.length === 0 && (
        <EmptyState icon={<Store />} title={t('home.stocking')} text={t('home.stockingText')} />
      )}
      <ProductRail title={t('home.top')} products={products && topProducts(products)} />
      <div className={cx(styles.rest, count < rest.length && styles.growing)}>
        {rest.slice(0, count)}
      </div>
    </>
  )
}

/** A category's offers. A category without reductions gets a different title, because full prices are not offers. */
function Offers({ category, products }: HomeSectionsProps & { category: Category }) {
  const t = useT()
  const offers = products && bestOffers(products, category)
  const kind = offers ? offers.kind : 'offers'
  const name = t(`category.${category}`)
  return (
    <ProductRail
      id={offersId(category)}
      title={kind ? t(`home.${kind}`, { category: name }) : name}
      products={offers?.products}
      more={
        <Link to={paths.category(category)} className={buttonClass('quiet')}>
          {t('common.viewAll')}
        </Link>
      }
    />
  )
}
