import type { ReactNode } from 'react'
import styles from './Facts.module.css'

interface FactsProps {
  facts: readonly { name: string; value: ReactNode }[]
}

/** Names and values; those without a value are left out. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ({ name, value }) =>
          value && (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
