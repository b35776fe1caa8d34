import type { AdminOrder } from '#contract/admin/orders.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag, type Tone } from '../parts/Tag.tsx'

type Standing = 'pending' | 'confirm' | 'shipped' | 'late' | 'delivered' | 'canceled' | 'refunded'

const TONES: Record<Standing, Tone> = {
  pending: 'flash',
  confirm: 'plain',
  shipped: 'good',
  late: 'warn',
  delivered: 'good',
  canceled: 'plain',
  refunded: 'bad',
}

/** Where an order stands, in the words of the shop's staff. */
export function OrderTag({ order }: { order: AdminOrder }) {
  const t = useT()
  const standing = standingOf(order)
  const text: MessageId = `admin.stage.${standing}`
  return <Tag tone={TONES[standing]}>{t(text)}</Tag>
}

function standingOf(order: AdminOrder): Standing {
  if (order.state === 'canceled') return order.paid_at ? 'refunded' : 'canceled'
  if (order.state !== 'complete') return order.state
  if (order.delivered_at) return 'delivered'
  return order.isLate ? 'late' : 'shipped'
}
