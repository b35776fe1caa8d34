import type { AdminOrder, CashDue } from '#contract/admin/orders.ts'
import { leftToRight, priceInText } from '#web/i18n/left-to-right.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { takeCash } from './admin-orders.queries.ts'

interface CashDialogProps {
  order: AdminOrder
  cash: CashDue
  onClose: () => void
}

/** Records a cash payment: for the order's parcel, or for the orders that are not sent. */
export function CashDialog({ order, cash, onClose }: CashDialogProps) {
  const t = useT()
  const total = priceInText(cash.total)
  const numbers = leftToRight(cash.orders.map((id) => `#${id}`).join(', '))
  return (
    <ConfirmDialog
      title={t('admin.takeCashTitle', { total })}
      confirm={t('admin.takeCashConfirm')}
      cancel={t('common.cancel')}
      refused="admin.moveRefused"
      onClose={onClose}
      act={async () => {
        await takeCash(order.purchaseId, cash)
        showToast(t('admin.cashTaken', { total }), 'success')
      }}
    >
      <p>
        {t('admin.takeCashText', { count: cash.orders.length, numbers })}{' '}
        {cash.parcel !== null && t('admin.takeCashSent')}
      </p>
    </ConfirmDialog>
  )
}
