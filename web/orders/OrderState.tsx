import { type OrderStatus, orderStatus } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

/** Bright for states that need the customer's action. */
const TONES: Record<OrderStatus | 'unsent', Tone> = {
  pending: 'plain',
  confirm: 'flash',
  unsent: 'good',
  shipped: 'good',
  delivered: 'good',
  canceled: 'bad',
  refunded: 'bad',
}

/** A label with the actual state of an order. */
export function OrderState({ order }: { order: Order }) {
  const t = useT()
  const known = orderStatus(order)
  const status = known === 'shipped' && !order.sent_at ? 'unsent' : known
  return <Tag tone={TONES[status]}>{t(`orders.state.${status}`)}</Tag>
}
