import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bothNames, isDefault } from '#contract/brand.ts'
import { useBrand } from '#web/api/config.queries.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import ExternalLink from '#web/ui/icons/external-link.svg?icon'
import { Logo } from '#web/ui/Logo.tsx'
import styles from './AdminHeader.module.css'
import { orderCountsQuery } from './orders/admin-orders.queries.ts'
import { Count } from './parts/Count.tsx'
import { formatCount } from './parts/format-count.ts'
import { SearchButton } from './search/SearchButton.tsx'
import { useMayRead } from './useMayRead.ts'
import { useSecondFactorMissing } from './useSecondFactorMissing.ts'

interface AdminHeaderProps {
  /** The account menu. */
  children: ReactNode
}

export function AdminHeader({ children }: AdminHeaderProps) {
  const t = useT()
  const pick = useLocalized()
  const brand = useBrand()
  const readsOrders = useMayRead()('orders')
  const isShut = useSecondFactorMissing()
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link
          to={adminPaths.dashboard}
          className={styles.logo}
          aria-label={`${bothNames(brand)} – ${t('admin.menu')}`}
          title={bothNames(brand)}
        >
          {brand.logo || isDefault(brand) ? (
            <Logo {...brand} />
          ) : (
            <span className={styles.name} dir="auto">
              {pick(brand, 'name')}
            </span>
          )}
        </Link>
        <span className={styles.middle}>{!isShut && <SearchButton />}</span>
        {!isShut && readsOrders && <Waiting />}
        <Link to={paths.home} className={styles.tool} aria-label={t('admin.viewShop')}>
          <ExternalLink size={18} aria-hidden />
          <span className={styles.text}>{t('admin.viewShop')}</span>
        </Link>
        {children}
      </div>
    </header>
  )
}

function Waiting() {
  const t = useT()
  const { data } = useQuery(orderCountsQuery)
  const stages = (['pending', 'unsent'] as const).filter((stage) => data?.[stage])
  return (
    <ul className={styles.waiting} aria-label={t('admin.waiting')}>
      {stages.map((stage) => (
        <li key={stage}>
          <Link to={`${adminPaths.orders}?state=${stage}`} className={styles.tool}>
            {t(`admin.stage.${stage}`)}
            <Count>{formatCount(data?.[stage] ?? 0)}</Count>
          </Link>
        </li>
      ))}
    </ul>
  )
}
