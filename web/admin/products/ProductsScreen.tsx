import { useState } from 'react'
import { ADMIN_PRODUCT_SORTS } from '#contract/admin/lists.ts'
import type { AdminProductRow, AdminProductsQuery } from '#contract/admin/products.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import Ellipsis from '#web/ui/icons/ellipsis.svg?icon'
import PackageSearch from '#web/ui/icons/package-search.svg?icon'
import Plus from '#web/ui/icons/plus.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'
import { useAdminTask } from '../admin-task.ts'
import { AdminPage } from '../parts/AdminPage.tsx'
import { Choice, FilterBar, SearchField } from '../parts/Filters.tsx'
import { formatCount } from '../parts/format-count.ts'
import { NothingListed } from '../parts/NothingListed.tsx'
import { PagedList } from '../parts/PagedList.tsx'
import { oneOf, useFilters } from '../parts/useFilters.ts'
import { usePages } from '../parts/usePages.ts'
import { useMayWrite } from '../useMayWrite.ts'
import { BulkBar } from './BulkBar.tsx'
import { ExportButton } from './ExportButton.tsx'
import styles from './ProductsScreen.module.css'
import { ProductsTable } from './ProductsTable.tsx'

const SHOWN = ['low', 'sold_out', 'no_arabic', 'deleted'] as const

const QUERIES = {
  low: { stock: 'low' },
  sold_out: { stock: 'sold_out' },
  no_arabic: { lacks: 'arabic' },
  deleted: { deleted: true },
} as const

export default function ProductsScreen() {
  const t = useT()
  const { addressOf } = useAdminTask()
  const mayWrite = useMayWrite()
  const [filters, setFilters, fieldOf] = useFilters(['search', 'category', 'stock', 'sort'])
  const shown = oneOf(SHOWN, filters.stock)
  const category = oneOf(CATEGORIES, filters.category)
  const sort = oneOf(ADMIN_PRODUCT_SORTS, filters.sort)
  const [selected, select] = useState<readonly AdminProductRow[]>([])
  const query: AdminProductsQuery = {
    ...(filters.search && { search: filters.search }),
    ...(category && { category }),
    ...(sort && { sort }),
    ...(shown && QUERIES[shown]),
  }
  const pages = usePages('GET /api/admin/products', { filters: query })
  const { page } = pages

  return (
    <AdminPage
      title={t('admin.products')}
      actions={
        <>
          <div className={styles.files}>
            <Files />
          </div>
          {mayWrite && (
            <Link to={addressOf('edit', 'new')} className={buttonClass()}>
              <Plus size={18} aria-hidden />
              {t('admin.newProduct')}
            </Link>
          )}
          <Popover
            label={t('admin.actions')}
            trigger={<Ellipsis size={20} aria-hidden />}
            triggerClass={cx(buttonClass('outline'), styles.more)}
          >
            <div className={styles.menu}>
              <Files />
            </div>
          </Popover>
        </>
      }
    >
      <FilterBar>
        <SearchField label={t('admin.searchProducts')} {...fieldOf('search')} />
        <Choice
          label={t('admin.category')}
          {...fieldOf('category')}
          all={t('category.All')}
          options={CATEGORIES.map((value) => ({ value, text: t(`category.${value}`) }))}
        />
        <Choice
          label={t('admin.shown')}
          {...fieldOf('stock')}
          all={t('admin.stock.all')}
          options={SHOWN.map((value) => ({ value, text: t(`admin.stock.${value}`) }))}
        />
        <Choice
          label={t('list.sort')}
          value={sort ?? 'newest'}
          options={ADMIN_PRODUCT_SORTS.map((value) => ({ value, text: t(`admin.sort.${value}`) }))}
          onChoose={(value) => setFilters({ sort: value === 'newest' ? '' : value })}
        />
      </FilterBar>
      <p className={styles.count} role="status">
        {page
          ? t('admin.productsCount', { count: page.total, shown: formatCount(page.total) })
          : ' '}
      </p>
      {mayWrite && page?.total !== 0 && (
        <BulkBar
          products={page?.products ?? []}
          total={page?.total ?? 0}
          query={query}
          selected={selected}
          onSelect={select}
        />
      )}
      <PagedList
        pages={pages}
        rows={page?.products}
        empty={<NothingListed Icon={PackageSearch} filters={filters} none="admin.productsNone" />}
      >
        <ProductsTable
          products={page?.products}
          busy={pages.isTurning}
          selected={selected}
          onSelect={select}
        />
      </PagedList>
    </AdminPage>
  )
}

/** Export and import buttons; in a menu on phones, so that the top of the list is visible without scrolling. */
function Files() {
  const t = useT()
  const mayImport = useMayWrite()
  return (
    <>
      <ExportButton name="products.csv" />
      {mayImport && (
        <Link to={adminPaths.import} className={buttonClass('outline')}>
          {t('admin.import')}
        </Link>
      )}
    </>
  )
}
