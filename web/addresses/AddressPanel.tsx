import { type ReactNode, useId, useState } from 'react'
import type { DeliveryAddress } from '#contract/addresses.ts'
import { cx } from '#web/ui/cx.ts'
import { useIsNarrow } from '#web/ui/useIsNarrow.ts'
import styles from './AddressPanel.module.css'
import { AddressLine, AddressText } from './AddressText.tsx'

interface AddressPanelProps {
  title: string
  address: DeliveryAddress | null
  question: string
  /** Whether narrow screens collapse the address to one line until the user expands it. */
  folds?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

export function AddressPanel({
  title,
  address,
  question,
  folds,
  className,
  children,
}: AddressPanelProps) {
  const id = useId()
  const isNarrow = useIsNarrow()
  // An address chosen here does not fold away, which would take the button that has the focus along.
  const [isKnown] = useState(address !== null)
  if (folds && isKnown && address && isNarrow) {
    return (
      <section className="panel" aria-labelledby={id}>
        <details className={styles.folding}>
          <summary>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            <AddressLine address={address} />
          </summary>
          <AddressText address={address} />
          {children}
        </details>
      </section>
    )
  }
  return (
    <section className={cx('panel', styles.panel, className)} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {address ? <AddressText address={address} /> : <p className={styles.question}>{question}</p>}
      {children}
    </section>
  )
}
