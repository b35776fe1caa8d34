import type { AdminOrderDetail } from '#contract/admin/orders.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { Money } from '../parts/Money.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import styles from './AdminOrderScreen.module.css'

const MOVE_TEXTS: Record<string, MessageId> = {
  place: 'admin.happened.place',
  confirm: 'admin.happened.confirm',
  pay: 'admin.happened.pay',
  send: 'admin.happened.send',
  deliver: 'admin.happened.deliver',
  undeliver: 'admin.happened.undeliver',
  cancel: 'admin.happened.cancel',
  refund: 'admin.happened.refund',
}

const MOVER_TEXTS: Record<string, MessageId> = {
  customer: 'admin.by.customer',
  admin: 'admin.by.admin',
  server: 'admin.by.server',
}

const PAYMENT_TEXTS: Record<string, MessageId> = {
  started: 'admin.payment.started',
  authorized: 'admin.payment.authorized',
  captured: 'admin.payment.captured',
  failed: 'admin.payment.failed',
  voided: 'admin.payment.voided',
  refunded: 'admin.payment.refunded',
  review: 'admin.payment.review',
}

/** As staff know them. */
const PROVIDER_TEXTS: Record<string, MessageId> = {
  sandbox: 'admin.provider.sandbox',
  cash: 'admin.provider.cash',
  free: 'admin.provider.free',
  stripe: 'admin.provider.stripe',
}

/** The server never starts a refund: its refunds record what the provider reported. */
const isFromProvider = (move: string, by: string) => move === 'refund' && by === 'server'

/** The history of an order: what happened, when and by whom; by name, where it is known. */
export function OrderHistory({ history }: { history: AdminOrderDetail['history'] }) {
  const t = useT()
  const dateTime = useShopTime()
  const word = (texts: Record<string, MessageId>, id: string) => {
    const text = texts[id]
    return text ? t(text) : id
  }
  return (
    <ol className={styles.history}>
      {history.map(({ move, by, actor, at }) => (
        <li key={`${move}-${at}`} className={styles.step}>
          <strong>{word(MOVE_TEXTS, move)}</strong>
          <span className={styles.by}>
            {dateTime(at)} ·{' '}
            {actor ? (
              <bdi>{actor}</bdi>
            ) : isFromProvider(move, by) ? (
              t('admin.by.provider')
            ) : (
              word(MOVER_TEXTS, by)
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The payments of an order at its provider. */
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
          cell: ({ state }) => {
            const text = PAYMENT_TEXTS[state]
            return <Tag>{text ? t(text) : state}</Tag>
          },
        },
        { head: t('admin.reference'), cell: ({ id }) => <bdi dir="ltr">{id.slice(0, 8)}</bdi> },
      ]}
    />
  )
}
