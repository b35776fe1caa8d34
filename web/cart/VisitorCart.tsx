import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import { productsByIdQuery } from '#web/api/products-by-id.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { CartLine } from './CartLine.tsx'
import styles from './CartScreen.module.css'
import { CartSummary, OrderBar } from './CartSummary.tsx'
import { NothingInCart } from './NothingInCart.tsx'
import { sumsOf } from './quote.queries.ts'

const GuestDialog = lazyAddition(() => import('./GuestDialog.tsx'))

export function VisitorCart({ items }: { items: CartItem[] }) {
  const t = useT()
  const { data } = useQuery(productsByIdQuery(items.map(({ id }) => id)))
  const takesGuests = useShopConfig()?.guests
  const [isGuest, setAsGuest] = useState(false)
  const units = new Map(data?.products.map(({ id, quantity }) => [id, quantity]))

  if (items.length === 0) {
    return (
      <NothingInCart text={t('cart.emptyVisitor')}>
        <Link to={paths.signIn} className={buttonClass('quiet')}>
          {t('header.signIn')}
        </Link>
      </NothingInCart>
    )
  }
  const available = items.map((item) => ({
    ...item,
    quantity: Math.min(item.quantity, units.get(item.id) ?? item.quantity),
  }))
  const sums = sumsOf(available, null, null)
  const signIn = (
    <Link to={paths.signIn} className={buttonClass(takesGuests ? 'outline' : 'primary', true)}>
      {t('cart.signIn')}
    </Link>
  )
  const asGuest = takesGuests && (
    <Button wide onClick={() => setAsGuest(true)}>
      {t('guest.title')}
    </Button>
  )
  return (
    <>
      <div className={styles.columns}>
        <ul className={styles.lines}>
          {items.map((item) => (
            <CartLine
              key={item.id}
              item={item}
              available={units.get(item.id) ?? null}
              locked={false}
            />
          ))}
        </ul>
        <CartSummary
          items={items}
          sums={sums}
          place={<p className="quiet">{t(takesGuests ? 'guest.choices' : 'cart.afterSignIn')}</p>}
          button={
            <div className={styles.ways}>
              {asGuest}
              {signIn}
            </div>
          }
        />
      </div>
      <OrderBar total={sums.total} button={asGuest || signIn} />
      {isGuest && <GuestDialog onClose={() => setAsGuest(false)} />}
    </>
  )
}
