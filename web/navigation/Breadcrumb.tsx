import { Fragment } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './Breadcrumb.module.css'
import { Link } from './Link.tsx'

interface BreadcrumbProps {
  /** The ancestors of this screen, from the top down. */
  way: readonly { to: string; name: string }[]
  here: string
}

export function Breadcrumb({ way, here }: BreadcrumbProps) {
  const t = useT()
  return (
    <nav aria-label={t('cart.breadcrumb')} className={styles.crumbs}>
      {way.map(({ to, name }) => (
        <Fragment key={to}>
          <Link to={to}>{name}</Link>
          <span aria-hidden="true">&gt;</span>
        </Fragment>
      ))}
      <span aria-current="page" className={styles.here}>
        {here}
      </span>
    </nav>
  )
}
