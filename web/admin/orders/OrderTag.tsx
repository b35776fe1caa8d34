import type { AdminOrder } from '#contract/admin/orders.ts'
import { type OrderProgress, orderProgress } from '#contract/order-moves.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

/** `flash` and `warn` mark states that require action by staff. */
const TONES: Record<OrderProgress | 'late', Tone> = {
  pending: 'flash',
  confirm: 'plain',
  unsent: 'flash',
  late: 'warn',
  sent: 'good',
  delivered: 'good',
  canceled: 'plain',
  refunded: 'bad',
}

/** The order's state in staff terms, and whether it is a test order. */
export function OrderTag({ order }: { order: AdminOrder }) {
  const t = useT()
  const stage = order.isLate ? 'late' : orderProgress(order)
  return (
    <>
      <Tag tone={TONES[stage]}>{t(`admin.stage.${stage}`)}</Tag>
      {order.isTest && (
        <>
          {' '}
          <Tag>{t('admin.test')}</Tag>
        </>
      )}
    </>
  )
}
