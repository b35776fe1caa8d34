import type { Order } from '#contract/orders.ts'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './OrderState.module.css'
import { stateLabel } from './order-view.ts'

/** The label with the true state of an order. */
export function OrderState({ order }: { order: Order }) {
  const t = useT()
  return (
    <span className={styles.state} data-state={order.state}>
      {t(stateLabel(order))}
    </span>
  )
}
