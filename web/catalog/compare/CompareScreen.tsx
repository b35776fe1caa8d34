import type { Product } from '#contract/catalog.ts'
import { COMPARED_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { CategoryLinks } from '#web/navigation/CategoryLinks.tsx'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import Plus from '#web/ui/icons/plus.svg?icon'
import Scale from '#web/ui/icons/scale.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './CompareScreen.module.css'
import { CompareTable } from './CompareTable.tsx'
import { comparedRows } from './compared-rows.ts'
import { SameSpecs } from './SameSpecs.tsx'
import { useComparison } from './useComparison.ts'

/** Compares up to four products from one category side by side; the URL contains their ids. */
export default function CompareScreen() {
  const t = useT()
  const { ids, query, products, category, left, remove } = useComparison()
  const rows = comparedRows(products)
  const sentences = [
    ...(left.gone > 0 ? [t('compare.gone', { count: left.gone })] : []),
    ...(left.isForeign ? [t('compare.oneCategory')] : []),
  ]
  const way = [{ to: paths.home, name: t('header.home') }]
  if (category) way.push({ to: paths.category(category), name: t(`category.${category}`) })

  return (
    <Screen
      title={t('compare.title')}
      above={<Breadcrumb way={way} here={t('compare.title')} />}
      actions={category && products.length < COMPARED_MAX && <More category={category} />}
    >
      <p role="status" className={styles.left}>
        {sentences.join(' ')}
      </p>
      {ids.length === 0 ? (
        <NothingChosen />
      ) : (
        <LoadState query={query} skeleton={<Skeleton block={560} radius={16} />} />
      )}
      {products.length > 0 && (
        <>
          <CompareTable products={products} rows={rows.differing} onRemove={remove} />
          <SameSpecs rows={rows.same} />
        </>
      )}
    </Screen>
  )
}

function More({ category }: { category: Product['category'] }) {
  const t = useT()
  return (
    <Link to={paths.category(category)} className={cx(buttonClass('quiet'), styles.more)}>
      <Plus size={18} aria-hidden />
      {t('compare.more')}
    </Link>
  )
}

function NothingChosen() {
  const t = useT()
  return (
    <EmptyState
      icon={<Scale />}
      title={t('compare.empty')}
      text={t('compare.emptyText', { count: COMPARED_MAX })}
    >
      <CategoryLinks />
    </EmptyState>
  )
}
