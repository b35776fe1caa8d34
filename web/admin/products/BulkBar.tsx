import { useState } from 'react'
import type { AdminProductRow, AdminProductsQuery } from '#contract/admin/products.ts'
import { PRODUCTS_CHANGED_MAX } from '#contract/limits.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import X from '#web/ui/icons/x.svg?icon'
import { lazyStaffAddition } from '../lazyStaffPart.ts'
import { toastFailure } from '../parts/failure-text.ts'
import { formatCount } from '../parts/format-count.ts'
import styles from './BulkEdit.module.css'
import { loadProducts } from './products.queries.ts'

const BulkDialog = lazyStaffAddition(() => import('./BulkDialog.tsx'))

interface BulkBarProps {
  products: readonly AdminProductRow[]
  /** The total number of products in the list. */
  total: number
  query: AdminProductsQuery
  selected: readonly AdminProductRow[]
  onSelect: (products: readonly AdminProductRow[]) => void
}

export function BulkBar({ products, total, query, selected, onSelect }: BulkBarProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [selectAll, loading] = useAction(
    async () => onSelect(await loadProducts(query, PRODUCTS_CHANGED_MAX)),
    toastFailure(),
  )
  const chosen = new Set(selected.map(({ id }) => id))
  const isPage = products.length > 0 && products.every(({ id }) => chosen.has(id))
  const most = Math.min(total, PRODUCTS_CHANGED_MAX)
  const others = () => selected.filter(({ id }) => !products.some((one) => one.id === id))
  return (
    <div className={styles.bar} data-on={selected.length > 0 || undefined}>
      <div className={styles.selection}>
        <label className={styles.all}>
          <input
            type="checkbox"
            checked={isPage}
            onChange={() => onSelect(isPage ? others() : [...others(), ...products])}
          />
          {t('admin.selectPage')}
        </label>
        {selected.length > 0 && (
          <>
            <span role="status">{t('admin.selected', { count: selected.length })}</span>
            <IconButton
              className={styles.clear}
              label={t('admin.selectNone')}
              onClick={() => onSelect([])}
            >
              <X size={18} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      {selected.length > 0 && (
        <>
          <Button onClick={() => setOpen(true)} disabled={selected.length > PRODUCTS_CHANGED_MAX}>
            {t('admin.editSelected')}
          </Button>
          {selected.length < most && (
            <Button variant="outline" busy={loading} onClick={selectAll}>
              {t(total > most ? 'admin.selectFirst' : 'admin.selectAll', {
                count: formatCount(most),
              })}
            </Button>
          )}
        </>
      )}
      {isOpen && (
        <BulkDialog
          products={selected}
          onDone={() => {
            setOpen(false)
            onSelect([])
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
