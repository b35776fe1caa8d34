import type { Purchase } from '#contract/payments.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'

/** Says until when the purchase can be paid before the server cancels its unpaid orders. */
export function PayBefore({ purchase: { payBefore } }: { purchase: Purchase }) {
  const t = useT()
  const dateTime = useDateTime()
  return payBefore && <p className="quiet">{t('order.payBefore', { date: dateTime(payBefore) })}</p>
}
