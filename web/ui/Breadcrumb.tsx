import { Fragment, type ReactNode } from 'react'
import styles from './Breadcrumb.module.css'

interface BreadcrumbProps {
  label: string
  /** The parent pages, as links. */
  links: readonly ReactNode[]
  /** The current page. */
  here: string
}

/** Home > Carts. */
export function Breadcrumb({ label, links, here }: BreadcrumbProps) {
  return (
    <nav aria-label={label} className={styles.crumbs}>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the way here does not change places
        <Fragment key={index}>
          {link}
          <span aria-hidden="true">&gt;</span>
        </Fragment>
      ))}
      <span aria-current="page" className={styles.here}>
        {here}
      </span>
    </nav>
  )
}
