import type { AdminOrderDetail } from '#contract/admin/orders.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { Money } from '../parts/Money.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import styles from './AdminOrderScreen.module.css'

const PROVIDER_TEXTS: Record<string, MessageId> = {
  sandbox: 'admin.provider.sandbox',
  cash: 'admin.provider.cash',
  free: 'admin.provider.free',
  stripe: 'admin.provider.stripe',
}

type History = AdminOrderDetail['history']

/** Who caused a step without an actor. Payments are left out: they come from the customer. */
const WITHOUT_ACTOR: Partial<Record<History[number]['move'], MessageId>> = {
  confirm: 'admin.by.server',
  cancel: 'admin.by.server',
  refund: 'admin.by.provider',
}

export function OrderHistory({ history }: { history: History }) {
  const t = useT()
  const dateTime = useShopTime()
  return (
    <ol className={styles.history}>
      {history.map(({ move, actor, at, part }) => {
        const how = WITHOUT_ACTOR[move]
        const by = actor ?? (how && t(how))
        return (
          <li key={`${move}-${at}`} className={styles.step}>
            <strong>{t(part ? 'admin.happened.refundPart' : `admin.happened.${move}`)}</strong>
            {part && (
              <span className={styles.part}>
                <Money amount={part.amount} />
                {part.units > 0 && <> · {t('order.refundedUnits', { count: part.units })}</>}
              </span>
            )}
            <span className={styles.by}>
              {dateTime(at)}
              {by && (
                <>
                  {' · '}
                  <bdi>{by}</bdi>
                </>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

export function Payments({ payments }: { payments: AdminOrderDetail['payments'] }) {
  const t = useT()
  const dateTime = useShopTime()
  if (payments.length === 0) return <p>{t('admin.noPayments')}</p>
  const providerName = (provider: string) => {
    const text = PROVIDER_TEXTS[provider]
    return text ? t(text) : provider
  }
  return (
    <DataTable
      caption={t('admin.payments')}
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        { head: t('admin.when'), plain: true, cell: (payment) => dateTime(payment.created_at) },
        { head: t('admin.provider'), plain: true, cell: ({ provider }) => providerName(provider) },
        {
          head: t('admin.amount'),
          figures: true,
          plain: true,
          cell: ({ amount }) => <Money amount={amount} />,
        },
        {
          head: t('order.status'),
          plain: true,
          cell: ({ state }) => <Tag>{t(`admin.payment.${state}`)}</Tag>,
        },
        { head: t('admin.reference'), cell: ({ id }) => <bdi dir="ltr">{id.slice(0, 8)}</bdi> },
      ]}
    />
  )
}
