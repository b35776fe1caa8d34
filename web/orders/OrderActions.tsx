import { type ComponentType, createContext, useContext, useState } from 'react'
import { flushSync } from 'react-dom'
import { canMove, canPayOnline } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import { useAction } from '#web/api/useAction.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { BottomBar } from '#web/ui/BottomBar.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Price } from '#web/ui/Price.tsx'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { CancelDialog } from './CancelDialog.tsx'
import styles from './OrderActions.module.css'
import { OrderState } from './OrderState.tsx'
import { isUnpaid } from './order-view.ts'
import { completeDelivery } from './orders.queries.ts'
import { PayBefore } from './PayBefore.tsx'
import { useDueLabel } from './useDueLabel.ts'

/** A slot for actions on a delivered product; web/app fills it. */
export const ArrivedSlot = createContext<ComponentType<Pick<Order, 'product'>> | null>(null)

interface OrderActionsProps {
  order: Order
  purchase: Purchase
}

/**
 * The next action for the order's state, with an explanation; in narrow windows, the action may be in `OrderBar`
 * instead.
 */
export function OrderActions({ order, purchase }: OrderActionsProps) {
  const t = useT()
  const dateTime = useDateTime()
  const Arrived = useContext(ArrivedSlot)
  const dueLabel = useDueLabel(purchase)
  const paymentHint =
    isToPay(order) && purchase.orders.length > 1
      ? `${dueLabel}: ${priceInText(purchase.due.total)}`
      : t(isToPay(order) ? 'orders.nextPay' : 'order.paymentHint')
  return (
    <div className={styles.actions}>
      {order.payment === 'cash' && isUnpaid(order) && (
        <CashHint order={order} purchase={purchase} />
      )}
      {order.payment !== 'cash' && isUnpaid(order) && (
        <>
          <div className={styles.inBar}>
            <GoToPayment order={order} />
          </div>
          <p className={styles.hint}>{paymentHint}</p>
          {isToPay(order) && <PayBefore purchase={purchase} className={styles.hint} />}
        </>
      )}
      {canMove(order, 'deliver', 'customer') && (
        <>
          <div className={cx(isOnItsWay(order) && styles.inBar)}>
            <CompleteDelivery order={order} />
          </div>
          <p className={styles.hint}>{t('order.completeHint')}</p>
        </>
      )}
      {order.delivered_at && !order.canceled_at && Arrived && <Arrived product={order.product} />}
      {order.canceled_at && (
        <p className={styles.hint}>
          {t(order.paid_at ? 'order.refundedAt' : 'order.canceledAt', {
            date: dateTime(order.canceled_at),
          })}
        </p>
      )}
    </div>
  )
}

export function OrderBar({ order, purchase }: { order: Order; purchase: Purchase }) {
  const dueLabel = useDueLabel(purchase)
  if (isToPay(order)) {
    return (
      <BottomBar>
        <div>
          <Price>{formatPrice(purchase.due.total)}</Price>
          {purchase.orders.length > 1 && <p className="quiet">{dueLabel}</p>}
        </div>
        <GoToPayment order={order} />
      </BottomBar>
    )
  }
  const isToConfirm = order.payment !== 'cash' && order.state === 'pending'
  if (!isToConfirm && !isOnItsWay(order)) return null
  return (
    <BottomBar>
      <OrderState order={order} />
      {isToConfirm ? <GoToPayment order={order} /> : <CompleteDelivery order={order} />}
    </BottomBar>
  )
}

function isToPay({ payment, state }: Order): boolean {
  return payment !== 'cash' && state === 'confirm'
}

function isOnItsWay(order: Order): boolean {
  return order.sent_at !== null && canMove(order, 'deliver', 'customer')
}

/**
 * The link to the payment screen. Until the order is confirmed, a disabled button takes its place, so that nothing
 * moves.
 */
function GoToPayment({ order }: { order: Order }) {
  const t = useT()
  if (order.state === 'pending') {
    return (
      <Button wide disabled>
        {t('order.goToPayment')}
      </Button>
    )
  }
  return (
    <Link to={paths.payment(order.id)} className={buttonClass('primary', true)}>
      {t('order.goToPayment')}
    </Link>
  )
}

/** The hint for customers paying on delivery: no action is needed, but they can still pay online. */
function CashHint({ order, purchase }: OrderActionsProps) {
  const t = useT()
  return (
    <>
      <p className={styles.hint}>{t('order.cashHint')}</p>
      {canPayOnline(order, purchase.orders) && (
        <Link to={paths.payment(order.id)} className={buttonClass('quiet', true)}>
          {t('order.payOnlineInstead')}
        </Link>
      )}
    </>
  )
}

function CompleteDelivery({ order }: { order: Order }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const [complete, completing] = useAction(async () => {
    await completeDelivery(order.id).finally(() => flushSync(() => setAsking(false)))
    showToast(t('toast.received'), 'success')
    focusSteps()
  }, 'toast.moveFailed')
  const isEarly = order.sent_at === null
  return (
    <>
      <Button wide busy={completing} onClick={isEarly ? () => setAsking(true) : complete}>
        {t('order.complete')}
      </Button>
      {asking && (
        <QuestionDialog
          title={t('order.completeTitle')}
          closeLabel={t('common.close')}
          cancel={t('order.open')}
          confirm={t('order.completeEarly')}
          busy={completing}
          onConfirm={complete}
          onClose={() => setAsking(false)}
        >
          <p>{t('order.completeText')}</p>
        </QuestionDialog>
      )}
    </>
  )
}

export function CancelOrder({ order }: { order: Order }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  if (!canMove(order, 'cancel', 'customer')) return null
  return (
    <>
      <Button variant="quiet" wide onClick={() => setAsking(true)}>
        {t('order.cancel')}
      </Button>
      {asking && (
        <CancelDialog order={order} onClose={() => setAsking(false)} onCanceled={focusSteps} />
      )}
    </>
  )
}

/** Focuses the steps, because a completed move's button disappears. An open dialog would keep the focus. */
function focusSteps() {
  document.getElementById('steps')?.focus()
}
