import type { AdminOrder } from '#contract/admin/orders.ts'
import { type OrderStatus, orderStatus } from '#contract/order-moves.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

/** Bright for states that need the staff's action. */
const TONES: Record<Exclude<OrderStatus, 'shipped'> | 'unsent' | 'sent' | 'late', Tone> = {
  pending: 'flash',
  confirm: 'plain',
  unsent: 'flash',
  late: 'warn',
  sent: 'good',
  delivered: 'good',
  canceled: 'plain',
  refunded: 'bad',
}

/** A label with the order's state, in the staff's terms. */
export function OrderTag({ order }: { order: AdminOrder }) {
  const t = useT()
  const status = orderStatus(order)
  const waiting = order.isLate ? 'late' : 'unsent'
  const stage = status !== 'shipped' ? status : order.sent_at ? 'sent' : waiting
  return <Tag tone={TONES[stage]}>{t(`admin.stage.${stage}`)}</Tag>
}
