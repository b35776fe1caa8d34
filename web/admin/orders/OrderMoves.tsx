import { useState } from 'react'
import type { AdminOrder, AdminOrderDetail, CashDue } from '#contract/admin/orders.ts'
import { canMove } from '#contract/order-moves.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { moveOrder, takeCash } from './admin-orders.queries.ts'
import { Move, QuickMove } from './QuickMove.tsx'
import { RefundDialog } from './RefundDialog.tsx'

export function OrderMoves({ detail }: { detail: AdminOrderDetail }) {
  const { data: order, cash } = detail
  const t = useT()
  const [asking, setAsking] = useState<'cash' | 'cancel' | 'refund'>()
  const close = () => setAsking(undefined)
  return (
    <>
      <QuickMove order={order} variant="primary" />
      {canMove(order, 'send', 'admin') && canMove(order, 'deliver', 'admin') && (
        <Move order={order} move="deliver" />
      )}
      {canMove(order, 'undeliver', 'admin') && <Move order={order} move="undeliver" />}
      {cash && (
        <Button variant="outline" onClick={() => setAsking('cash')}>
          {t('admin.takeCash')}
        </Button>
      )}
      {canMove(order, 'cancel', 'admin') && (
        <Button variant="danger" onClick={() => setAsking('cancel')}>
          {t('order.cancel')}
        </Button>
      )}
      {canMove(order, 'refund', 'admin') && (
        <Button variant="danger" onClick={() => setAsking('refund')}>
          {t('admin.refund')}
        </Button>
      )}
      {asking === 'cash' && cash && <CashDialog order={order} cash={cash} onClose={close} />}
      {asking === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {asking === 'refund' && <RefundDialog detail={detail} onClose={close} />}
    </>
  )
}

interface DialogProps {
  order: AdminOrder
  onClose: () => void
}

function CancelDialog({ order, onClose }: DialogProps) {
  const t = useT()
  return (
    <ConfirmDialog
      title={t('admin.cancelTitle', { id: order.id })}
      confirm={t('order.cancel')}
      cancel={t('order.keep')}
      danger
      refused="admin.moveRefused"
      onClose={onClose}
      act={async () => {
        await moveOrder(order.id, 'cancel')
        showToast(t('admin.done.cancel', { id: order.id }), 'success')
      }}
    >
      {order.sent_at && <p>{t('admin.cancelSentText')}</p>}
      <p>{t('admin.cancelText', { count: order.quantity })}</p>
    </ConfirmDialog>
  )
}

/**
 * Records a cash payment for the purchase's orders in this order's parcel or, before this order is sent, for the
 * purchase's unsent orders.
 */
function CashDialog({ order, cash, onClose }: DialogProps & { cash: CashDue }) {
  const t = useT()
  const total = priceInText(cash.total)
  const numbers = cash.orders.map((id) => t('order.number', { id })).join(t('admin.comma'))
  return (
    <ConfirmDialog
      title={t('admin.takeCashTitle', { total })}
      confirm={t('admin.takeCashConfirm')}
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
