import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import type { CartItem } from '#contract/cart-item.ts'
import type { WayToPay } from '#contract/order-moves.ts'
import { addressesQuery } from '#web/addresses/addresses.queries.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import { hasFailed } from '#web/api/load-state.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import ShoppingBag from '#web/ui/icons/shopping-bag.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CartLine } from './CartLine.tsx'
import styles from './CartScreen.module.css'
import { CartSummary, OrderBar, OrderButton } from './CartSummary.tsx'
import { CouponField } from './CouponField.tsx'
import { cartQuery, emptyAfterOrder } from './cart.queries.ts'
import { AskBeforeOrder, DeliverTo } from './DeliverTo.tsx'
import { DeliveryChoice } from './DeliveryChoice.tsx'
import { PaymentChoice } from './PaymentChoice.tsx'
import { PurchaseNote } from './PurchaseNote.tsx'
import { atQuotedPrices, chosenDelivery, sumsOf, useQuote } from './quote.queries.ts'
import { plainAmount } from './total.ts'
import { useOrder } from './useOrder.ts'

export default function CartScreen() {
  const t = useT()
  const query = useQuery(cartQuery)
  // Asked for beside the cart, so that the summary has its height from the start; a cart never
  // waits for a second attempt.
  const addresses = useQuery(addressesQuery)
  const isComplete = !addresses.isPending || addresses.failureCount > 0 || hasFailed(addresses)

  return (
    <Screen
      title={t('cart.title')}
      above={
        <Breadcrumb way={[{ to: paths.home, name: t('header.home') }]} here={t('cart.title')} />
      }
      actions={
        <Link to={paths.orders} className={buttonClass('quiet')}>
          {t('cart.orders')}
        </Link>
      }
    >
      <LoadState query={query} skeleton={<LinesSkeleton />} />
      {query.data && !isComplete && <LinesSkeleton />}
      {query.data && isComplete && <Cart items={query.data} book={addresses} />}
    </Screen>
  )
}

interface CartProps {
  items: CartItem[]
  book: UseQueryResult<Address[]>
}

function Cart({ items, book }: CartProps) {
  const addresses = book.data
  const [asking, setAsking] = useState(false)
  const { order, ordering, ordered, short, refusal, change } = useOrder(() => setAsking(true))
  const [chosen, setChosen] = useState<number>()
  // The default comes first.
  const address = addresses?.find(({ id }) => id === chosen) ?? addresses?.[0] ?? null
  const required = useShopConfig()?.addressRequired ?? false
  const isAddressMissing = required && addresses?.length === 0 && items.length > 0

  const [way, setWay] = useState<number>()
  const [note, setNote] = useState('')
  const [coupon, setCoupon] = useState<string | null>(null)
  const [payment, setPayment] = useState<WayToPay>('online')
  const choice = { addressId: address?.id ?? null, delivery: way ?? null, coupon }
  const { quote, couponProblem, isFirst, isOutdated } = useQuote(items, choice)
  const lines = atQuotedPrices(items, quote)
  const delivery = chosenDelivery(quote, choice.delivery)
  const sums = sumsOf(lines, delivery, quote)
  const payWay = quote?.payments.includes(payment) ? payment : 'online'
  // The chosen way may not reach another address: then it is the quote's.
  const shown = {
    ...choice,
    delivery: way ? (delivery?.id ?? null) : null,
    total: sums.total,
    note,
    payment: payWay,
    // What does not hold is not ordered with: the total is without it.
    coupon: couponProblem ? null : coupon,
  }

  function onOrder() {
    if (isAddressMissing) setAsking(true)
    else order(lines, shown)
  }

  // The ordered lines leave the cart on unmount, when the orders page opens, not in full view.
  useEffect(() => {
    if (ordered) return emptyAfterOrder
  }, [ordered])

  // An order without a reply may have been placed and its lines removed: keep the explanation.
  if (items.length === 0 && !refusal) return <NothingInCart onOrder={onOrder} />
  const button = (
    <OrderButton total={sums.total} busy={ordering} disabled={ordered} onOrder={onOrder} />
  )
  const place = items.length > 0 && (
    <DeliverTo
      book={book}
      address={address}
      required={required}
      locked={ordering || ordered}
      onChoose={({ id }) => setChosen(id)}
    />
  )
  return (
    <>
      <div className={styles.columns}>
        <ul className={styles.lines}>
          {lines.map((item, index) => (
            <CartLine
              key={item.id}
              item={item}
              before={items[index]?.price ?? item.price}
              available={quote?.lines.find(({ Product }) => Product === item.id)?.available ?? null}
              locked={ordering || ordered}
            />
          ))}
        </ul>
        {isFirst ? (
          <Skeleton block={280} radius={16} />
        ) : (
          <CartSummary
            items={items}
            sums={sums}
            short={short}
            refusal={refusal}
            change={change}
            place={place}
            extras={
              items.length > 0 && (
                <>
                  <CouponField
                    entered={coupon}
                    applied={coupon && (quote?.coupon?.code ?? null)}
                    problem={couponProblem}
                    checking={coupon !== null && isOutdated}
                    locked={ordering || ordered}
                    onChange={setCoupon}
                  />
                  <PurchaseNote note={note} locked={ordering || ordered} onWrite={setNote} />
                </>
              )
            }
            delivery={
              quote && (
                <DeliveryChoice
                  offers={quote.deliveries}
                  chosen={delivery?.id ?? null}
                  locked={ordering || ordered}
                  onChoose={setWay}
                />
              )
            }
            payment={
              quote && (
                <PaymentChoice
                  ways={quote.payments}
                  chosen={payWay}
                  locked={ordering || ordered}
                  onChoose={setPayment}
                />
              )
            }
            showDelivery={sums.delivery > 0 || (quote?.deliveries.length ?? 0) > 1}
            button={button}
          />
        )}
      </div>
      {items.length > 0 && <OrderBar total={sums.total} button={button} />}
      {asking && (
        <AskBeforeOrder
          onChoose={({ id }) => {
            setAsking(false)
            setChosen(id)
          }}
          onAdded={({ id }) => {
            setAsking(false)
            setChosen(id)
            order(lines, { ...shown, addressId: id })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Links to the shop. The order button stays: the specification has a toast for an empty order. */
function NothingInCart({ onOrder }: { onOrder: () => void }) {
  const t = useT()
  return (
    <EmptyState icon={<ShoppingBag />} title={t('cart.empty')} text={t('cart.emptyText')}>
      <Link to={paths.home} className={buttonClass()}>
        {t('cart.browse')}
      </Link>
      <Button variant="quiet" onClick={onOrder}>
        {t('cart.order', { total: plainAmount(0) })}
      </Button>
    </EmptyState>
  )
}

function LinesSkeleton() {
  return (
    <div className={styles.columns} aria-hidden="true">
      <div className={styles.lines}>
        <Skeleton block={176} radius={14} />
        <Skeleton block={176} radius={14} />
      </div>
      <Skeleton block={280} radius={16} />
    </div>
  )
}
