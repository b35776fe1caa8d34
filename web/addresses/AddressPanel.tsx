import { type ReactNode, useId } from 'react'
import type { DeliveryAddress } from '#contract/addresses.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './AddressPanel.module.css'
import { AddressText } from './AddressText.tsx'

interface AddressPanelProps {
  title: string
  address: DeliveryAddress | null
  /** Shown in place of an address that is not known. */
  question: string
  /** The button that chooses an address. */
  children: ReactNode
}

/** A section that shows an address or asks for one. */
export function AddressPanel({ title, address, question, children }: AddressPanelProps) {
  const id = useId()
  return (
    <section className={cx('panel', styles.panel)} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {address ? <AddressText address={address} /> : <p className={styles.question}>{question}</p>}
      {children}
    </section>
  )
}
