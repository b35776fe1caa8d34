import type { CartItem } from '#contract/cart-item.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ItemName } from '#web/ui/ItemName.tsx'
import ShoppingBag from '#web/ui/icons/shopping-bag.svg?icon'
import { MiniItem } from '#web/ui/MiniItem.tsx'
import { Amount, priceEach } from '#web/ui/Price.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { totalOf } from './total.ts'
import { useIsVisitor } from './visitor.ts'

const SHOWN = 5

export function CartPanel({ items }: { items: CartItem[] }) {
  const t = useT()
  const pick = useLocalized()
  const isVisitor = useIsVisitor()
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingBag />}
        title={t('cart.empty')}
        text={t(isVisitor ? 'cart.emptyVisitor' : 'cart.emptyText')}
      >
        <Link to={paths.home} className={buttonClass('outline')}>
          {t('cart.browse')}
        </Link>
      </EmptyState>
    )
  }
  return (
    <>
      <ul>
        {items.slice(0, SHOWN).map((item) => (
          <MiniItem
            key={item.id}
            picture={item.img ?? item.profileImage}
            name={
              <Link to={paths.product(item.id)}>
                <ItemName>{pick(item, 'name')}</ItemName>
              </Link>
            }
            detail={t('cart.owner', { id: item.user_id })}
            price={priceEach(item.quantity, formatPrice(item.price))}
            action={<RemoveButton item={item} />}
          />
        ))}
      </ul>
      <Link to={paths.cart} className={buttonClass('primary', true)}>
        {t('common.viewAll')} · <Amount>{formatPrice(totalOf(items))}</Amount>
      </Link>
    </>
  )
}
