import type { AdminOrder } from '#contract/admin/orders.ts'
import { type Standing, standingOf } from '#contract/order-moves.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag, type Tone } from '../parts/Tag.tsx'

const TONES: Record<Standing | 'late', Tone> = {
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
  const standing = order.isLate ? 'late' : standingOf(order)
  const text: MessageId = `admin.stage.${standing}`
  return <Tag tone={TONES[standing]}>{t(text)}</Tag>
}
