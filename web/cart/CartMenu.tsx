import { useQuery } from '@tanstack/react-query'
import { useT } from '#web/i18n/useI18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import ShoppingBag from '#web/ui/icons/shopping-bag.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'
import { CartPanel } from './CartPanel.tsx'
import { cartQuery, markSeen } from './cart.queries.ts'
import { useCartBadge } from './cart-badge.ts'

export function CartMenu() {
  const t = useT()
  const { data: items = [] } = useQuery(cartQuery)
  const count = useCartBadge() ?? 0
  return (
    <Popover
      wide
      label={t('header.cartCount', { count })}
      onOpen={markSeen}
      trigger={
        <>
          <ShoppingBag size={22} aria-hidden />
          <Badge count={count} />
        </>
      }
    >
      <CartPanel items={items} />
    </Popover>
  )
}
