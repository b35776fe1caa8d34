import { useState } from 'react'
import { canMove, canPayOnline } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { useAction } from '#web/api/useAction.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { CancelDialog } from './CancelDialog.tsx'
import styles from './OrderActions.module.css'
import { completeDelivery } from './orders.queries.ts'

interface OrderActionsProps {
  order: Order
  /** The orders that were placed together with it. */
  others: readonly Order[]
}

/** The next action for the order's state with its explanation, and cancelling. */
export function OrderActions({ order, others }: OrderActionsProps) {
  const t = useT()
  const dateTime = useDateTime()
  return (
    <div className={styles.actions}>
      {order.payment === 'cash' && owes(order) && <CashHint order={order} others={others} />}
      {order.payment !== 'cash' && order.state === 'pending' && (
        <>
          <Button wide disabled>
            {t('order.goToPayment')}
          </Button>
          <p className={styles.hint}>{t('order.paymentHint')}</p>
        </>
      )}
      {order.payment !== 'cash' && order.state === 'confirm' && (
        <Link to={paths.payment(order.id)} className={buttonClass('primary', true)}>
          {t('order.goToPayment')}
        </Link>
      )}
      {canMove(order, 'deliver', 'customer') && <CompleteDelivery order={order} />}
      {order.canceled_at && (
        <p className={styles.hint}>
          {t(order.paid_at ? 'order.refundedAt' : 'order.canceledAt', {
            date: dateTime(order.canceled_at),
          })}
        </p>
      )}
      {canMove(order, 'cancel', 'customer') && <CancelOrder order={order} />}
    </div>
  )
}

function owes({ state }: Order): boolean {
  return state === 'pending' || state === 'confirm'
}

/** A customer who pays on delivery needs to do nothing; paying online stays possible. */
function CashHint({ order, others }: OrderActionsProps) {
  const t = useT()
  return (
    <>
      <p className={styles.hint}>{t('order.cashHint')}</p>
      {canPayOnline(order, others) && (
        <Link to={paths.payment(order.id)} className={buttonClass('quiet', true)}>
          {t('order.payOnlineInstead')}
        </Link>
      )}
    </>
  )
}

function CompleteDelivery({ order }: { order: Order }) {
  const t = useT()
  const [complete, completing] = useAction(async () => {
    await completeDelivery(order.id)
    showToast(t('toast.received'), 'success')
  }, 'toast.moveFailed')
  return (
    <>
      <Button wide busy={completing} onClick={complete}>
        {t('order.complete')}
      </Button>
      <p className={styles.hint}>{t('order.completeHint')}</p>
    </>
  )
}

function CancelOrder({ order }: { order: Order }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" wide onClick={() => setAsking(true)}>
        {t('order.cancel')}
      </Button>
      {asking && <CancelDialog order={order} onClose={() => setAsking(false)} />}
    </>
  )
}
