import Package from 'lucide-react/icons/package'
import { ApiError } from '#web/api/request.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface OrderFailureProps {
  error: unknown
  retrying: boolean
  onRetry: () => void
}

/** In place of an order that is not the customer's or not there, or that did not load. */
export function OrderFailure({ error, retrying, onRetry }: OrderFailureProps) {
  const t = useT()
  // Nor is a word in the place of its number an order.
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 422)
  return missing ? (
    <EmptyState icon={<Package />} title={t('order.missing')} text={t('order.missingText')}>
      <Link to={paths.orders} className={buttonClass()}>
        {t('cart.orders')}
      </Link>
    </EmptyState>
  ) : (
    <LoadFailure onRetry={onRetry} retrying={retrying} />
  )
}
