import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './AdminDialogs.module.css'
import { adminProductQuery, removeProduct } from './admin.queries.ts'
import { useAdminTask } from './admin-task.ts'
import { EditDialog } from './EditDialog.tsx'

/** The dialogs behind the Edit and Delete links of an admin's cards. */
export default function AdminDialogs() {
  const { task, end } = useAdminTask()
  const { data: product, isError } = useQuery({
    ...adminProductQuery(task?.id ?? 0),
    enabled: Boolean(task),
  })
  useTellFailure(isError, end)
  if (!task || !product) return null
  return task.name === 'edit' ? (
    <EditDialog product={product} onClose={end} />
  ) : (
    <DeleteDialog product={product} onClose={end} />
  )
}

/** A link that opens nothing would leave one wondering. */
function useTellFailure(failed: boolean, end: () => void) {
  const t = useT()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!failed) return
    showToast(t('toast.productFailed'), 'error')
    end()
  }, [failed])
}

function DeleteDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const t = useT()
  const pick = useLocalized()
  const [remove, removing] = useAction(async () => {
    try {
      await removeProduct(product.id)
      showToast(t('toast.productDeleted'), 'success')
      onClose()
    } catch (error) {
      console.error(error)
      showToast(t('toast.productFailed'), 'error')
    }
  })
  return (
    <Dialog title={t('admin.deleteTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <p>{t('admin.deleteText', { name: pick(product, 'name') })}</p>
      <div className={styles.choices}>
        <Button variant="outline" data-autofocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" busy={removing} onClick={remove}>
          {t('product.delete')}
        </Button>
      </div>
    </Dialog>
  )
}
