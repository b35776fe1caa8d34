import type { AdminOrder } from '#contract/admin/orders.ts'
import { canMove } from '#contract/order-moves.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { failureText } from '../parts/failure-text.ts'
import { moveOrder } from './admin-orders.queries.ts'
import styles from './OrdersTable.module.css'

/** A button for the next step of an order, when the step needs no further input. */
export function QuickMove({ order }: { order: AdminOrder }) {
  const t = useT()
  const move = canMove(order, 'confirm', 'admin')
    ? 'confirm'
    : canMove(order, 'deliver', 'admin')
      ? 'deliver'
      : null

  const [run, running] = useAction(async () => {
    if (!move) return
    try {
      await moveOrder(order.id, move)
      showToast(t(`admin.done.${move}`, { id: order.id }), 'success')
    } catch (error) {
      console.warn(error)
      showToast(t(failureText(error, 'admin.moveRefused')), 'error')
    }
  })
  if (!move) return null
  return (
    <Button variant="outline" className={styles.button} busy={running} onClick={run}>
      {t(`admin.move.${move}`)}
      <span className="visually-hidden">: {t('order.title', { id: order.id })}</span>
    </Button>
  )
}
