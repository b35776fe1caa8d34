import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useAdminTask } from '../admin-task.ts'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ChangedArea, useMayWrite } from '../useMayWrite.ts'
import { ProductEditor } from './ProductEditor.tsx'
import { adminProductQuery, removeProduct } from './products.queries.ts'
import { StockDialog } from './StockDialog.tsx'

/** The dialog requested by the URL. */
export default function ProductDialogs() {
  return (
    <ChangedArea value="catalog">
      <ProductDialog />
    </ChangedArea>
  )
}

/** Edits, deletes, restocks or creates a product; for a role that may only read, shows it. */
function ProductDialog() {
  const { task, end } = useAdminTask()
  const mayWrite = useMayWrite()
  const [reading, setReading] = useState(0)
  const isNew = task?.name === 'edit' && Number.isNaN(task.id)
  const { data, isError, refetch } = useQuery({
    ...adminProductQuery(task?.id ?? 0),
    enabled: Boolean(task) && !isNew,
  })
  useFailureToast(isError, end)

  if (!task) return null
  if (isNew) return <ProductEditor product={null} onClose={end} />
  if (!data) return null
  if (mayWrite && task.name === 'delete') return <DeleteDialog product={data} onClose={end} />
  if (task.name === 'restock') return <StockDialog product={data} onClose={end} />
  return (
    <ProductEditor
      key={`${data.id}-${reading}`}
      product={data}
      onClose={end}
      onReadAgain={async () => {
        await refetch()
        setReading((count) => count + 1)
      }}
    />
  )
}

function useFailureToast(failed: boolean, end: () => void) {
  const t = useT()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each failure
  useEffect(() => {
    if (!failed) return
    showToast(t('admin.productMissing'), 'error')
    end()
  }, [failed])
}

function DeleteDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const t = useT()
  const pick = useLocalized()
  return (
    <ConfirmDialog
      title={t('admin.deleteTitle')}
      confirm={t('product.delete')}
      danger
      refused="toast.productFailed"
      onClose={onClose}
      act={async () => {
        const removed = await removeProduct(product.id)
        showToast(t(removed ? 'toast.productDeleted' : 'admin.productHidden'), 'success')
      }}
    >
      <p>{t('admin.deleteText', { name: pick(product, 'name') })}</p>
      {product.quantity > 0 && <p>{t('admin.deleteStock', { count: product.quantity })}</p>}
      {product.reserved > 0 && <p>{t('admin.deleteReserved', { count: product.reserved })}</p>}
    </ConfirmDialog>
  )
}
