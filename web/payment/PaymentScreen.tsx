import { Children, type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { canPayOnline } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import { ApiError } from '#web/api/request.ts'
import { isMaintenance, showMaintenance } from '#web/api/show-maintenance.ts'
import { useAction } from '#web/api/useAction.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { OrderAddress } from '#web/orders/OrderAddress.tsx'
import { OrderMissing } from '#web/orders/OrderMissing.tsx'
import { pay, useOneOrder } from '#web/orders/orders.queries.ts'
import { PayBefore } from '#web/orders/PayBefore.tsx'
import { usePurchase } from '#web/orders/purchase.queries.ts'
import { useDueLabel } from '#web/orders/useDueLabel.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import ShieldCheck from '#web/ui/icons/shield-check.svg?icon'
import { Price } from '#web/ui/Price.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useIsNarrow } from '#web/ui/useIsNarrow.ts'
import { CardFields } from './CardFields.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import styles from './PaymentScreen.module.css'

export default function PaymentScreen() {
  const t = useT()
  const id = Number(useParams().id)
  const orderQuery = useOneOrder(id)
  const { data: order } = orderQuery
  const purchaseQuery = usePurchase(order?.purchaseId)
  const { data: purchase } = purchaseQuery
  const current = order && purchase && { order, purchase }
  // What is being paid stays in view until the page is left, although nothing is due any more.
  const [paying, setPaying] = useState<typeof current>()
  const shown = paying ?? current
  const isDue = shown && canPayOnline(shown.order, shown.purchase.orders)
  // In one column, the summary comes before the card's fields.
  const isSummaryFirst = useIsNarrow() && isDue !== false

  const lookAgain = () => {
    orderQuery.refetch()
    purchaseQuery.refetch()
  }
  return (
    <Screen title={t('payment.heading')} documentTitle={t('payment.title')}>
      <LoadState
        query={order ? purchaseQuery : orderQuery}
        skeleton={
          <Skeletons
            className={styles.columns}
            blocks={isSummaryFirst ? [320, 440] : [440, 320]}
            radius={16}
          />
        }
        refused={<OrderMissing />}
      />
      {shown && (
        <Columns isSummaryFirst={isSummaryFirst}>
          {isDue ? (
            <Payment
              {...shown}
              paying={paying !== undefined}
              onPaying={(starts) => setPaying(starts ? shown : undefined)}
              onUnknown={lookAgain}
            />
          ) : (
            <NotNow order={shown.order} />
          )}
          <div className="screen">
            <OrderSummary {...shown} />
            <OrderAddress order={shown.order} others={shown.purchase.orders} folds />
          </div>
        </Columns>
      )}
    </Screen>
  )
}

interface ColumnsProps {
  isSummaryFirst: boolean
  children: ReactNode
}

/** The parts in the order in which they are seen. If it changes, `toArray`'s keys keep what has been typed. */
function Columns({ isSummaryFirst, children }: ColumnsProps) {
  const parts = Children.toArray(children)
  return <div className={styles.columns}>{isSummaryFirst ? parts.toReversed() : parts}</div>
}

interface PaymentProps {
  order: Order
  /** The order's purchase; the payment covers all of its confirmed orders. */
  purchase: Purchase
  /** From the start of a payment until it fails or the page is left. */
  paying: boolean
  onPaying: (paying: boolean) => void
  /** Called if the payment may have succeeded despite an error, or the purchase may have changed. */
  onUnknown: () => void
}

function Payment({ order, purchase, paying, onPaying, onUnknown }: PaymentProps) {
  const t = useT()
  const navigate = useNavigate()
  const method = useShopConfig()?.payment
  const dueLabel = useDueLabel(purchase)

  const [complete] = useAction(async () => {
    onPaying(true)
    try {
      const { redirect } = await pay(purchase)
      if (redirect) {
        // Back may show the page as it was left.
        onPaying(false)
        window.location.assign(redirect)
        return
      }
      showToast(t('toast.paid'), 'success')
      // Back must not lead to a payment that is done, nor from the order to itself.
      if (isBackTo(paths.order(order.id))) navigate(-1)
      else navigate(paths.order(order.id), { replace: true })
    } catch (error) {
      console.error(error)
      onPaying(false)
      if (error instanceof ApiError && error.code === 'payment_declined') {
        showToast(t('toast.paymentFailed'), 'error')
        return
      }
      if (isMaintenance(error)) {
        showMaintenance()
        return
      }
      showToast(errorOf(error) ?? t('toast.paymentUnknown'), 'error', 8)
      onUnknown()
    }
  })

  return (
    <section className="panel roomy" aria-label={t('payment.title')}>
      {!method?.opensPage && <CardFields />}
      <p className={styles.note}>
        <ShieldCheck size={20} aria-hidden />
        {t(method?.opensPage ? 'payment.elsewhere' : 'payment.testMode')}
      </p>
      <p className={styles.due}>
        {dueLabel}
        <Price>{formatPrice(purchase.due.total)}</Price>
      </p>
      <PayBefore purchase={purchase} />
      <Button wide busy={paying} disabled={!method} onClick={complete}>
        {t('payment.submit')}
      </Button>
    </section>
  )
}

/** The server's message if the purchase has since changed or the customer has tried too often; otherwise null. */
function errorOf(error: unknown): string | null {
  const isRefused =
    error instanceof ApiError && (error.code === 'conflict' || error.code === 'too_many')
  return isRefused ? error.message : null
}

function NotNow({ order }: { order: Order }) {
  const t = useT()
  return (
    <EmptyState icon={<ShieldCheck />} title={t('payment.notNow')}>
      <Link to={paths.order(order.id)} className={buttonClass()}>
        {t('payment.back')}
      </Link>
    </EmptyState>
  )
}

/** Whether Back leads to `path` without a page load, which would lose the toasts; false in browsers that do not say. */
function isBackTo(path: string): boolean {
  const { navigation } = window
  const index = navigation?.currentEntry?.index ?? 0
  const previous = navigation?.entries()[index - 1]
  return previous?.sameDocument === true && previous.url === window.location.origin + path
}
