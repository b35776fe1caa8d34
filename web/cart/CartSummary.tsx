import type { ReactNode } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import type { ContainedTax } from '#contract/quote.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { BottomBar } from '#web/ui/BottomBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Amount, Price } from '#web/ui/Price.tsx'
import styles from './CartSummary.module.css'
import { DeliveryNote } from './DeliveryNote.tsx'
import type { Shortage } from './order.queries.ts'
import type { PriceChange } from './price-change.ts'
import type { Sums } from './quote.queries.ts'
import { buttonAmount } from './total.ts'

interface CartSummaryProps {
  items: readonly CartItem[]
  sums: Sums
  short?: readonly Shortage[]
  failure?: string | null
  change?: PriceChange | null
  delivery?: ReactNode
  /** Whether to list the delivery fee; not needed if the only shipping method is free. */
  showDelivery?: boolean
  /** The delivery address. */
  place: ReactNode
  payment?: ReactNode
  /** The coupon code, and the customer's note to the shop. */
  extras?: ReactNode
  button: ReactNode
}

export function CartSummary(props: CartSummaryProps) {
  const { items, sums, short = [], failure, change } = props
  const { place, delivery, showDelivery, payment, extras, button } = props
  const t = useT()
  return (
    <section className={cx('panel', styles.summary)} aria-labelledby="summary">
      <h2 id="summary" className={styles.title}>
        {t('cart.summary')}
      </h2>
      <dl className={styles.sums}>
        <dt>{t('cart.items', { count: sums.count })}</dt>
        <dd>
          <Amount>{formatPrice(sums.items)}</Amount>
        </dd>
        {sums.discount > 0 && (
          <>
            <dt>{t('cart.discount')}</dt>
            <dd>
              <Amount>{`−${formatPrice(sums.discount)}`}</Amount>
            </dd>
          </>
        )}
        {showDelivery && (
          <>
            <dt>{t('cart.deliveryFee')}</dt>
            <dd>
              {sums.delivery === 0 ? t('cart.free') : <Amount>{formatPrice(sums.delivery)}</Amount>}
            </dd>
          </>
        )}
        <dt className={styles.total}>{t('cart.total')}</dt>
        <dd>
          <Price>{formatPrice(sums.total)}</Price>
        </dd>
        {sums.tax && <Tax tax={sums.tax} />}
      </dl>
      {place}
      {delivery}
      {payment}
      {extras}
      {change && <Changed change={change} />}
      <ShortLines items={items} short={short} />
      {failure && <OrderFailure text={failure} />}
      <div className={styles.order}>{button}</div>
      <DeliveryNote />
    </section>
  )
}

function Tax({ tax }: { tax: ContainedTax }) {
  const t = useT()
  const pick = useLocalized()
  return (
    <>
      <dt className={styles.tax}>
        {t('invoice.tax', { name: pick(tax, 'name'), percent: String(tax.percent) })}
      </dt>
      <dd className={styles.tax}>
        <Amount>{formatPrice(tax.amount)}</Amount>
      </dd>
    </>
  )
}

interface OrderButtonProps {
  total: number
  busy: boolean
  disabled: boolean
  onOrder: () => void
}

export function OrderButton({ total, busy, disabled, onOrder }: OrderButtonProps) {
  const t = useT()
  return (
    <Button wide busy={busy} disabled={disabled} onClick={onOrder}>
      {t('cart.order', { total: buttonAmount(total) })}
    </Button>
  )
}

export function OrderBar({ total, button }: { total: number; button: ReactNode }) {
  const t = useT()
  return (
    <BottomBar>
      <p className={styles.barTotal}>
        {t('cart.total')}
        <Price>{formatPrice(total)}</Price>
      </p>
      {button}
    </BottomBar>
  )
}

export function OrderFailure({ text }: { text: string }) {
  const t = useT()
  return (
    <div ref={bringIntoView} className={styles.short} role="alert">
      <p>{text}</p>
      <Link to={paths.orders}>{t('cart.orders')}</Link>
    </div>
  )
}

/** Scrolls to the error message, because the button may be far away at the bottom edge. */
function bringIntoView(reason: HTMLElement | null) {
  reason?.scrollIntoView({ block: 'nearest' })
}

function Changed({ change: { lines, before, after } }: { change: PriceChange }) {
  const t = useT()
  const pick = useLocalized()
  const pair = (was: number, now: number) => ({ before: priceInText(was), after: priceInText(now) })
  return (
    <div ref={bringIntoView} className={styles.short} role="alert">
      <p>{t('cart.changed')}</p>
      <ul>
        {lines.map((line) => (
          <li key={line.item.id}>
            {t('cart.changedLine', {
              name: pick(line.item, 'name'),
              ...pair(line.before, line.after),
            })}
          </li>
        ))}
        <li>{t('cart.changedTotal', pair(before, after))}</li>
      </ul>
    </div>
  )
}

function ShortLines({ items, short }: { items: readonly CartItem[]; short: readonly Shortage[] }) {
  const t = useT()
  const pick = useLocalized()
  if (short.length === 0) return null
  return (
    <div ref={bringIntoView} className={styles.short} role="alert">
      <p>{t('cart.short')}</p>
      <ul>
        {short.map(({ id, name, available }) => {
          const item = items.find((line) => line.id === id)
          const shown = item ? pick(item, 'name') : name
          return <li key={id}>{t('cart.shortLine', { name: shown, count: available })}</li>
        })}
      </ul>
    </div>
  )
}
