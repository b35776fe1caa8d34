import type { AdminOrder } from '#contract/admin/orders.ts'
import { fromCents, toCents } from '#contract/money.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Money } from '../parts/Money.tsx'
import { useShopTime } from '../parts/shop-time.ts'

/** An order's refunds and the remaining amount; renders nothing if there are no refunds. */
export function Refunds({ order }: { order: AdminOrder }) {
  const t = useT()
  const dateTime = useShopTime()
  const { paid, refunded, refunds } = order
  if (refunds.length === 0) return null
  const rows = refunds.map((refund, index) => ({ ...refund, id: index }))
  return (
    <>
      <DataTable
        caption={t('admin.refunds')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { head: t('admin.when'), plain: true, cell: ({ at }) => dateTime(at) },
          {
            head: t('admin.refunds'),
            cell: ({ kind, units }) =>
              kind === 'delivery'
                ? t('order.refundedDelivery')
                : units > 0
                  ? t('order.refundedUnits', { count: units })
                  : t('admin.refundMoney'),
          },
          {
            head: t('admin.amount'),
            figures: true,
            plain: true,
            cell: ({ amount }) => <Money amount={amount} />,
          },
          { head: t('admin.reason'), cell: ({ reason }) => reason && <bdi>{reason}</bdi> },
        ]}
      />
      <p>
        {t('order.paid')} <Money amount={paid} /> · {t('order.refunded')}{' '}
        <Money amount={refunded} /> · {t('order.kept')}{' '}
        <Money amount={fromCents(toCents(paid) - toCents(refunded))} />
      </p>
    </>
  )
}
