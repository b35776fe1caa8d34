import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import Package from '#web/ui/icons/package.svg?icon'

/** Shown if an order does not exist or belongs to another customer. */
export function OrderMissing() {
  const t = useT()
  return (
    <EmptyState icon={<Package />} title={t('order.missing')} text={t('order.missingText')}>
      <Link to={paths.orders} className={buttonClass()}>
        {t('cart.orders')}
      </Link>
    </EmptyState>
  )
}
