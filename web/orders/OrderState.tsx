import { type OrderProgress, orderProgress } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

/** The bright `flash` marks the state that requires the customer to act. */
const TONES: Record<OrderProgress, Tone> = {
  pending: 'plain',
  confirm: 'flash',
  unsent: 'good',
  sent: 'good',
  delivered: 'good',
  canceled: 'bad',
  refunded: 'bad',
}

/** The labels for orders to be paid in cash on delivery that are being prepared or on their way. */
const IN_CASH: Partial<Record<OrderProgress, 'cashUnsent' | 'cashSent'>> = {
  unsent: 'cashUnsent',
  sent: 'cashSent',
}

export function OrderState({ order }: { order: Order }) {
  const t = useT()
  const progress = orderProgress(order)
  const text = (order.state === 'confirm' && IN_CASH[progress]) || progress
  return <Tag tone={TONES[progress]}>{t(`orders.state.${text}`)}</Tag>
}
