import type { Purchase } from '#contract/payments.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'

interface PayBeforeProps {
  purchase: Purchase
  className?: string | undefined
}

/** Says until when the purchase can be paid before the server begins to cancel its unpaid orders. */
export function PayBefore({ purchase, className = 'quiet' }: PayBeforeProps) {
  const { payBefore, orders } = purchase
  const t = useT()
  const dateTime = useDateTime()
  if (!payBefore) return null
  const unpaid = orders.filter(({ state }) => state === 'confirm')
  return (
    <p className={className}>
      {t('order.payBefore', {
        date: dateTime(payBefore),
        orders: unpaid.length > 1 ? 'more' : 'one',
      })}
    </p>
  )
}
