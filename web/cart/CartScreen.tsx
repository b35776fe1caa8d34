import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { Address } from '#contract/addresses.ts'
import type { CartItem } from '#contract/cart-item.ts'
import { addressesQuery } from '#web/addresses/addresses.queries.ts'
import { useMayBrowse } from '#web/api/config.queries.ts'
import { hasFailed } from '#web/api/load-state.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CartLine } from './CartLine.tsx'
import styles from './CartScreen.module.css'
import { CartSummary, OrderBar, OrderButton, OrderFailure } from './CartSummary.tsx'
import { CouponField } from './CouponField.tsx'
import { cartQuery } from './cart.queries.ts'
import { AddressPicker, DeliverTo } from './DeliverTo.tsx'
import { DeliveryChoice } from './DeliveryChoice.tsx'
import { NothingInCart } from './NothingInCart.tsx'
import { PaymentChoice } from './PaymentChoice.tsx'
import { PurchaseNote } from './PurchaseNote.tsx'
import { buttonAmount } from './total.ts'
import { useCheckout } from './useCheckout.ts'
import { VisitorCart } from './VisitorCart.tsx'
import { useIsVisitor } from './visitor.ts'

const OfferedProducts = lazyAddition(() => import('./OfferedProducts.tsx'))

export default function CartScreen() {
  const t = useT()
  const { search } = useLocation()
  // Links that add products come from shopping assistants, which are not supported unless visitors may browse.
  const offered = useMayBrowse() ? new URLSearchParams(search).get('add') : null
  const isVisitor = useIsVisitor()
  const query = useQuery(cartQuery)
  // Requested together with the cart, so that the summary has its full height from the start. If the first attempt to
  // load the addresses fails, the cart does not wait for a retry.
  const addresses = useQuery({ ...addressesQuery, enabled: !isVisitor })
  const isComplete =
    isVisitor || !addresses.isPending || addresses.failureCount > 0 || hasFailed(addresses)

  return (
    <Screen
      title={t('cart.title')}
      above={
        <Breadcrumb way={[{ to: paths.home, name: t('header.home') }]} here={t('cart.title')} />
      }
      actions={
        !isVisitor && (
          <Link to={paths.orders} className={cx(buttonClass('quiet'), styles.orders)}>
            {t('cart.orders')}
          </Link>
        )
      }
    >
      <LoadState query={query} skeleton={<LinesSkeleton />} />
      {query.data && !isComplete && <LinesSkeleton />}
      {query.data &&
        isComplete &&
        (isVisitor ? (
          <VisitorCart items={query.data} />
        ) : (
          <Cart items={query.data} book={addresses} />
        ))}
      {query.data && offered && <OfferedProducts add={offered} />}
    </Screen>
  )
}

interface CartProps {
  items: CartItem[]
  book: UseQueryResult<Address[]>
}

function Cart({ items: inCart, book }: CartProps) {
  const t = useT()
  const checkout = useCheckout(inCart, book.data)
  const { items, lines, sums, quote, failure, isLocked, choose } = checkout

  if (items.length === 0) {
    // After a lost reply, the order may have been placed and its lines removed, so keep the explanation. An empty cart
    // also has an order button, because the specification defines a toast for an empty order.
    return failure ? (
      <OrderFailure text={failure} />
    ) : (
      <NothingInCart text={t('cart.emptyText')}>
        <Button variant="quiet" onClick={checkout.placeOrder}>
          {t('cart.order', { total: buttonAmount(0) })}
        </Button>
      </NothingInCart>
    )
  }
  const button = (
    <OrderButton
      total={sums.total}
      busy={checkout.ordering}
      disabled={checkout.ordered}
      onOrder={checkout.placeOrder}
    />
  )
  return (
    <>
      <div className={styles.columns}>
        <ul className={styles.lines}>
          {lines.map((item) => (
            <CartLine
              key={item.id}
              item={item}
              available={quote?.lines.find(({ Product }) => Product === item.id)?.available ?? null}
              locked={isLocked}
            />
          ))}
        </ul>
        {checkout.isFirst ? (
          <Skeleton block={280} radius={16} />
        ) : (
          <CartSummary
            items={items}
            sums={sums}
            short={checkout.short}
            failure={failure}
            change={checkout.change}
            place={
              <DeliverTo
                book={book}
                address={checkout.address}
                required={checkout.isAddressRequired}
                locked={isLocked}
                onChoose={({ id }) => choose({ addressId: id })}
              />
            }
            extras={<Extras checkout={checkout} />}
            delivery={
              quote && (
                <DeliveryChoice
                  offers={quote.deliveries}
                  chosen={checkout.delivery?.id ?? null}
                  locked={isLocked}
                  onChoose={(delivery) => choose({ delivery })}
                />
              )
            }
            payment={
              quote && (
                <PaymentChoice
                  ways={quote.payments}
                  cashMax={quote.cashMax}
                  chosen={checkout.payment}
                  locked={isLocked}
                  onChoose={(payment) => choose({ payment })}
                />
              )
            }
            showDelivery={sums.delivery > 0 || (quote?.deliveries.length ?? 0) > 1}
            button={button}
          />
        )}
      </div>
      <OrderBar total={sums.total} button={button} />
      {checkout.isAskingForAddress && (
        // For shops that require an address: saving a new one places the order.
        <AddressPicker
          chosen={null}
          action={t('address.saveAndOrder')}
          // Choosing an address from a late-loading list does not place the order, so that the customer sees the
          // address first.
          onChoose={({ id }) => {
            checkout.stopAsking()
            choose({ addressId: id })
          }}
          onAdded={(address) => {
            checkout.stopAsking()
            checkout.orderToNew(address)
          }}
          onClose={checkout.stopAsking}
        />
      )}
    </>
  )
}

function Extras({ checkout }: { checkout: ReturnType<typeof useCheckout> }) {
  const { coupon, quote, couponProblem, isOutdated, isLocked, note, choose } = checkout
  return (
    <>
      <CouponField
        entered={coupon}
        applied={coupon && (quote?.coupon?.code ?? null)}
        problem={couponProblem}
        checking={coupon !== null && isOutdated}
        locked={isLocked}
        onChange={(code) => choose({ coupon: code })}
      />
      <PurchaseNote note={note} locked={isLocked} onWrite={(text) => choose({ note: text })} />
    </>
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
