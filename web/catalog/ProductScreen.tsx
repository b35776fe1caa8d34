import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { ProductDetail } from '#contract/catalog.ts'
import { hasFailed } from '#web/api/load-state.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { Link } from '#web/navigation/Link.tsx'
import { isRefused, LoadState } from '#web/navigation/LoadState.tsx'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { useSession } from '#web/session/useSession.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import PackageSearch from '#web/ui/icons/package-search.svg?icon'
import { Skeleton, Skeletons } from '#web/ui/Skeleton.tsx'
import { homeQuery, productQuery } from './catalog.queries.ts'
import { availableFirst } from './merchandise.ts'
import { ProductBuyBar } from './ProductBuyBar.tsx'
import { ProductBuyBox } from './ProductBuyBox.tsx'
import { ProductGallery } from './ProductGallery.tsx'
import ProductRail from './ProductRail.tsx'
import { ProductRatings } from './ProductRatings.tsx'
import styles from './ProductScreen.module.css'
import { ProductSpecs } from './ProductSpecs.tsx'

const ProductFits = lazyAddition(() => import('./fits/ProductFits.tsx'))

export default function ProductScreen() {
  const id = Number(useParams().id)
  const query = useQuery({
    ...productQuery(id),
    // Within a family, the current product stays visible while the next one loads.
    placeholderData: (before) =>
      before?.family?.products.some((sibling) => sibling.id === id) ? before : undefined,
  })

  return (
    <div className="container screen" aria-busy={query.isPlaceholderData || undefined}>
      {hasFailed(query) && <FailureTitle isMissing={isRefused(query.error)} />}
      <LoadState query={query} skeleton={<ProductSkeleton />} refused={<ProductMissing />} />
      {query.data && <ProductPage product={query.data} />}
    </div>
  )
}

function ProductPage({ product }: { product: ProductDetail }) {
  const t = useT()
  const pick = useLocalized()
  const name = pick(product, 'name')
  const category = t(`category.${product.category}`)
  const type = product.sub_category
  usePageTitle(name)
  return (
    <>
      <Breadcrumb
        way={[
          { to: paths.home, name: t('header.home') },
          { to: paths.category(product.category), name: category },
          ...(type
            ? [
                {
                  to: `${paths.category(product.category)}?sub=${type.id}`,
                  name: pick(type, 'name'),
                },
              ]
            : []),
        ]}
        here={name}
      />
      <div className={styles.columns}>
        <ProductGallery key={product.id} product={product} />
        <ProductBuyBox product={product} />
      </div>
      <div className={styles.columns}>
        {product.specs.length > 0 && <ProductSpecs specs={product.specs} />}
        <ProductRatings product={product} />
      </div>
      <ProductFits product={product} />
      <MoreOfCategory product={product} title={t('product.more', { category })} />
      <ProductBuyBar product={product} />
    </>
  )
}

function MoreOfCategory({ product, title }: { product: ProductDetail; title: string }) {
  const { checking } = useSession()
  const { data } = useQuery(homeQuery)
  const { id: own, family_id: family } = product
  const others = data?.products.filter(
    ({ id, category, family_id }) =>
      category === product.category && id !== own && (!family || family_id !== family),
  )
  if (others?.length === 0) return null
  const shown = others && availableFirst(others).slice(0, 12)
  return (
    <div className={styles.more}>
      <ProductRail title={title} products={checking ? undefined : shown} />
    </div>
  )
}

function ProductSkeleton() {
  return (
    <>
      <Skeleton inline={260} block={44} />
      <Skeletons className={styles.columns} blocks={[520, 520]} radius={16} />
    </>
  )
}

function FailureTitle({ isMissing }: { isMissing: boolean }) {
  const t = useT()
  const title = t(isMissing ? 'product.missing' : 'order.product')
  usePageTitle(title)
  return <h1 className="visually-hidden">{title}</h1>
}

function ProductMissing() {
  const t = useT()
  return (
    <EmptyState
      icon={<PackageSearch />}
      title={t('product.missing')}
      text={t('product.missingText')}
    >
      <Link to={paths.home} className={buttonClass()}>
        {t('notFound.home')}
      </Link>
    </EmptyState>
  )
}
