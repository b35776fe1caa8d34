import { canPayOnline } from '#contract/order-moves.ts'
import type { Purchase } from '#contract/payments.ts'
import { useT } from '#web/i18n/useI18n.ts'

/** The label of `due.total`: of several orders in a purchase, only confirmed ones can be paid now. */
export function useDueLabel({ orders }: Purchase): string {
  const t = useT()
  const count = orders.filter((order) => canPayOnline(order, orders)).length
  return count > 0 && orders.length > 1 ? t('order.due', { count }) : t('order.total')
}
