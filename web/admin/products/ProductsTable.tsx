import type { AdminProductRow } from '#contract/admin/products.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import History from '#web/ui/icons/history.svg?icon'
import PackagePlus from '#web/ui/icons/package-plus.svg?icon'
import { Picture } from '#web/ui/Picture.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useAdminTask } from '../admin-task.ts'
import { type Column, DataTable } from '../parts/DataTable.tsx'
import { toastFailure } from '../parts/failure-text.ts'
import { formatCount } from '../parts/format-count.ts'
import { Money } from '../parts/Money.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import tool from './EditDelete.module.css'
import { EditDelete } from './EditDelete.tsx'
import styles from './ProductsScreen.module.css'
import { bringBack } from './products.queries.ts'

interface ProductsTableProps {
  products: readonly AdminProductRow[] | undefined
  busy: boolean
  selected: readonly AdminProductRow[]
  onSelect: (products: readonly AdminProductRow[]) => void
}

export function ProductsTable({ products, busy, selected, onSelect }: ProductsTableProps) {
  const t = useT()
  const mayWrite = useMayWrite()
  const isSelected = (product: AdminProductRow) => selected.some(({ id }) => id === product.id)
  const toggle = (product: AdminProductRow) => {
    const others = selected.filter(({ id }) => id !== product.id)
    onSelect(isSelected(product) ? others : [...others, product])
  }
  const columns: Column<AdminProductRow>[] = [
    {
      head: t('admin.product'),
      alone: true,
      cell: (product) => (
        <span className={styles.first}>
          {mayWrite && <Select product={product} checked={isSelected(product)} onChange={toggle} />}
          <Name product={product} />
        </span>
      ),
    },
    {
      head: t('admin.category'),
      plain: true,
      cell: ({ category }) => t(`category.${category}`),
    },
    {
      head: t('admin.price'),
      figures: true,
      plain: true,
      cell: ({ price, compare_at_price: before }) => (
        <span>
          <Money amount={price} />
          {before !== null && (
            <s className={styles.was}>
              <Money amount={before} />
            </s>
          )}
        </span>
      ),
    },
    { head: t('admin.available'), figures: true, cell: (product) => <Stock product={product} /> },
    {
      head: t('admin.soldUnits'),
      figures: true,
      cell: ({ sold }) => formatCount(sold),
    },
    {
      head: t('admin.actions'),
      buttons: true,
      corner: !mayWrite,
      cell: (product) => <Tools product={product} />,
    },
  ]
  return (
    <DataTable
      caption={t('admin.products')}
      columns={columns}
      rows={products}
      rowKey={({ id }) => id}
      busy={busy}
    />
  )
}

interface SelectProps {
  product: AdminProductRow
  checked: boolean
  onChange: (product: AdminProductRow) => void
}

function Select({ product, checked, onChange }: SelectProps) {
  const t = useT()
  const pick = useLocalized()
  return (
    <label className={styles.select}>
      <input type="checkbox" checked={checked} onChange={() => onChange(product)} />
      <span className="visually-hidden">
        {t('admin.selectNamed', { name: pick(product, 'name') })}
      </span>
    </label>
  )
}

function Name({ product }: { product: AdminProductRow }) {
  const pick = useLocalized()
  const { addressOf } = useAdminTask()
  const inside = (
    <>
      <span className={styles.well}>
        <Picture src={product.profileImage} alt="" width={40} />
      </span>
      <span>
        <span className={cx('two-lines', styles.name)}>{pick(product, 'name')}</span>
        {product.sku && <bdi className={styles.sku}>{product.sku}</bdi>}
      </span>
    </>
  )
  if (product.deleted_at) return <span className={styles.product}>{inside}</span>
  return (
    <Link to={addressOf('edit', product.id)} className={styles.product}>
      {inside}
    </Link>
  )
}

function Stock({ product }: { product: AdminProductRow }) {
  const t = useT()
  return (
    <>
      {formatCount(product.quantity)}
      {product.quantity === 0 ? (
        <div>
          <Tag tone="bad">{t('product.soldOut')}</Tag>
        </div>
      ) : (
        product.isLow && (
          <div>
            <Tag tone="warn">{t('admin.low')}</Tag>
          </div>
        )
      )}
      {product.reserved > 0 && (
        <div className={styles.sku}>{t('admin.reserved', { count: product.reserved })}</div>
      )}
    </>
  )
}

function Tools({ product }: { product: AdminProductRow }) {
  const t = useT()
  const pick = useLocalized()
  const { addressOf } = useAdminTask()
  const mayWrite = useMayWrite()
  const StockIcon = mayWrite ? PackagePlus : History
  const name = pick(product, 'name')
  if (product.deleted_at) return mayWrite && <BringBack product={product} name={name} />
  return (
    <span className={styles.tools}>
      <Link
        to={addressOf('restock', product.id)}
        className={tool.tool}
        aria-label={t('admin.stockOf', { name })}
      >
        <StockIcon size={18} aria-hidden />
      </Link>
      <EditDelete id={product.id} name={name} />
    </span>
  )
}

function BringBack({ product, name }: { product: AdminProductRow; name: string }) {
  const t = useT()
  const [restore, restoring] = useAction(async () => {
    await bringBack(product.id)
    showToast(t('admin.restored', { name }), 'success')
  }, toastFailure())
  return (
    <Button variant="outline" busy={restoring} onClick={restore}>
      {t('admin.restore')}
      <span className="visually-hidden">: {name}</span>
    </Button>
  )
}
