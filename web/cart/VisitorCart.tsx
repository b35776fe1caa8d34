import { useQuery } from '@tanstack/react-query'
import type { CartItem } from '#contract/cart-item.ts'
import { productsByIdQuery } from '#web/api/products-by-id.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { CartLine } from './CartLine.tsx'
import styles from './CartScreen.module.css'
import { CartSummary, OrderBar } from './CartSummary.tsx'
import { NothingInCart } from './NothingInCart.tsx'
import { sumsOf } from './quote.queries.ts'

/** The cart before the sign-in, which it asks for in place of the order. */
export function VisitorCart({ items }: { items: CartItem[] }) {
  const t = useT()
  const { data } = useQuery(productsByIdQuery(items.map(({ id }) => id)))
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
  const button = (
    <Link to={paths.signIn} className={buttonClass('primary', true)}>
      {t('cart.signIn')}
    </Link>
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
          short={[]}
          failure={null}
          change={null}
          delivery={null}
          showDelivery={false}
          place={<p className="quiet">{t('cart.afterSignIn')}</p>}
          payment={null}
          extras={null}
          button={button}
        />
      </div>
      <OrderBar total={sums.total} button={button} />
    </>
  )
}
