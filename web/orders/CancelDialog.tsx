import { useQuery } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import type { Order } from '#contract/orders.ts'
import { useAction } from '#web/api/useAction.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { cancel, cancellationQuery } from './orders.queries.ts'

interface CancelDialogProps {
  order: Order
  onClose: () => void
  onCanceled: () => void
}

/**
 * Asks for confirmation before canceling an order. Says that the other orders in its purchase stay or, if their total
 * changes, their new and previous totals.
 */
export function CancelDialog({ order, onClose, onCanceled }: CancelDialogProps) {
  const t = useT()
  const { data, isPending } = useQuery(cancellationQuery(order.id))
  const [confirm, canceling] = useAction(async () => {
    await cancel(order.id, data && (data.rest?.total ?? 0)).finally(() => flushSync(onClose))
    showToast(t('toast.canceled'), 'success')
    onCanceled()
  }, 'toast.moveFailed')
  const rest = data?.rest
  return (
    <QuestionDialog
      title={t('order.cancelTitle')}
      closeLabel={t('common.close')}
      cancel={t('order.keep')}
      confirm={t('order.cancel')}
      danger
      busy={canceling || isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('order.cancelText')}</p>
      {rest && rest.total === rest.before && <p>{t('order.cancelOthers')}</p>}
      {rest && rest.total !== rest.before && (
        <p>
          {t('order.cancelRest', {
            total: priceInText(rest.total),
            before: priceInText(rest.before),
          })}{' '}
          {rest.couponFrom !== null &&
            t('order.cancelCoupon', { sum: priceInText(rest.couponFrom) })}{' '}
          {rest.freeDeliveryFrom !== null &&
            t('order.cancelDelivery', { sum: priceInText(rest.freeDeliveryFrom) })}
        </p>
      )}
    </QuestionDialog>
  )
}
